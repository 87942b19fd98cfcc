/** Where and as whom to connect, as typed: what each field must be, for every form that asks for it. */
import * as z from 'zod'
import { SslMode, Tags } from '../../shared/model/server.ts'

export const ADDRESS = {
  host: z.string().trim().min(1, 'Name the host or its address'),
  port: z
    .string()
    .regex(/^\d+$/, 'must be a number')
    .refine((text) => Number(text) >= 1 && Number(text) <= 65_535, 'must be from 1 to 65535'),
  user: z.string().trim().min(1, 'Name the user to connect as'),
  password: z.string(),
  database: z.string().trim().min(1, 'Name a database; postgres exists nearly everywhere'),
  sslmode: SslMode,
  tags: Tags,
} as const

export type AddressValues = Readonly<Record<keyof typeof ADDRESS, string>>

/** The address as a call takes it; what was typed must be valid. */
export const addressOf = ({ host, port, user, password, tags, database, sslmode }: AddressValues) => ({
  host: host.trim(),
  port: Number(port),
  user: user.trim(),
  password,
  tags,
  database: database.trim(),
  sslmode: SslMode.parse(sslmode),
})
