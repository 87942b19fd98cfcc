import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import * as path from 'node:path'

/** Scripts only from ourselves. Styles inline: the component library writes style elements, with which a nonce does not help. */
const CSP = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'content-security-policy': CSP,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
}

/**
 * The user interface at `/`: exactly the files that are in the folder now, and their `.br` and `.gz` siblings to whom takes them.
 * Files in `assets/` have a hash in their names and never change; everything else is asked for anew each time.
 */
export async function serveAssets(app: FastifyInstance, folder: string): Promise<void> {
  const hashed = path.join(folder, 'assets') + path.sep
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/*.{br,gz,map}'],
    cacheControl: false,
    setHeaders: (reply, file) => {
      for (const [name, value] of Object.entries(HEADERS)) reply.header(name, value)
      reply.header('cache-control', file.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
