import * as z from 'zod'

/** The number of something in a path: plain decimal digits. */
export const NumberInPath = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number in digits')
  .transform(Number)
