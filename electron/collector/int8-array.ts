/** Type of the elements, as PostgreSQL numbers its types. */
const INT8 = 20
const HEADER = 20
const EACH = 12

/** Whole numbers as PostgreSQL sends an `int8[]` itself: it has nothing to read of that, where of their words it takes some hundred ns for each. */
export function int8Array(numbers: readonly string[]): Buffer {
  const empty = numbers.length === 0
  const bytes = Buffer.alloc(empty ? EACH : HEADER + EACH * numbers.length)
  // dimensions, whether there are nulls, type; of each dimension its length and first index
  bytes.writeInt32BE(empty ? 0 : 1, 0)
  bytes.writeInt32BE(INT8, 8)
  if (empty) return bytes
  bytes.writeInt32BE(numbers.length, 12)
  bytes.writeInt32BE(1, 16)
  for (const [at, number] of numbers.entries()) {
    bytes.writeInt32BE(8, HEADER + EACH * at)
    bytes.writeBigInt64BE(BigInt(number), HEADER + EACH * at + 4)
  }
  return bytes
}
