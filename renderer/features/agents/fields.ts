import * as z from 'zod'

/** A port as it is typed. */
export const PortText = z
  .string()
  .regex(/^\d+$/, 'must be a number')
  .refine((text) => Number(text) >= 1 && Number(text) <= 65_535, 'must be from 1 to 65535')

export const HostText = z.string().trim().min(1, 'Name the host or its address')
