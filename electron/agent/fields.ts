/** Parts of requests and answers that several operations of the agent share. */
import * as z from 'zod'
import { ConnectionName, Port } from '../../shared/model/server.ts'

/** A whole number in a path: decimal digits only. */
export const digits = (from: number, to: number) => {
  const words = `must be a whole number from ${String(from)} to ${String(to)}, in digits`
  return z
    .string()
    .regex(/^\d{1,12}$/, words)
    .transform(Number)
    .refine((value) => value >= from && value <= to, words)
}

/** Name or address of a host; for PostgreSQL also the folder of its socket. */
const host = (form: RegExp, words: string) => z.string().min(1, 'must not be empty').max(255, 'must have at most 255 characters').regex(form, words)
export const HostName = host(/^[^\s\p{Cc}/\\@?#]+$/u, 'must be a host name or an address, nothing else')
export const DatabaseHost = host(/^(\/[^\p{Cc}]*|[^\s\p{Cc}/\\@?#]+)$/u, 'must be a host name, an address or the folder of a socket')

export const Text = z
  .string()
  .max(1024, 'must have at most 1024 characters')
  .regex(/^[^\p{Cc}]*$/u, 'must not contain control characters')
export const Name = Text.min(1, 'must not be empty')

export const Endpoint = z.object({ host: HostName, port: Port })
export const Named = z.object({ connection_name: ConnectionName })
export const Status = z.object({ status: z.string() })

/** `YYYY-MM-DD HH:MI:SS`, UTC; '' for no time. */
export const timeText = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString().slice(0, 19).replace('T', ' '))
