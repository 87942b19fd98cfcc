import type { FastifyRequest } from 'fastify'
import { fail } from './problem.ts'
import { wordsOf } from './words.ts'

/** The largest body of a route that does not say otherwise, in bytes. */
export const BODY_LIMIT = 1_048_576

export const bytesOf = (request: FastifyRequest): Buffer => (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** An empty body is no body. The parser's words name the place of the mistake where it knows it. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return fail('request.json', { why: 'it is not UTF-8' })
  }
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    // The parser quotes what stands around the mistake, which may be a password: `Unexpected token 'x', ..."…"... is not valid JSON`.
    const words = wordsOf(error).replace(/, (\.\.\.)?".*$/s, '')
    return fail('request.json', { why: /end of JSON|Unterminated/.test(words) ? `it ends too early, at position ${text.length}` : words })
  }
}
