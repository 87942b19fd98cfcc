import { createHmac } from 'node:crypto'
import { httpsClient } from '../../kernel/client.ts'

const TIMEOUT = 15_000
const MOST = 64 * 1024

/**
 * Posts JSON. The headers: `x-watchpost-delivery` is the same at every try, `x-watchpost-timestamp` seconds since the epoch, and, with a secret,
 * `x-watchpost-signature` = `sha256=` + hex of HMAC-SHA256(secret, timestamp + "." + body). Any 2xx is taken for received; redirects are not followed.
 * @throws what went wrong in words
 */
export async function sendWebhook(
  target: { readonly url: string; readonly ca: string },
  secret: string,
  delivery: string,
  payload: object,
  now: number,
): Promise<void> {
  const client = httpsClient({ trust: target.ca === '' ? {} : { ca: target.ca }, useEnvProxy: true })
  try {
    const body = JSON.stringify(payload)
    const timestamp = String(Math.floor(now / 1000))
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    const { status } = await client.request({
      method: 'POST',
      url: target.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'watchpost',
        'x-watchpost-delivery': delivery,
        'x-watchpost-timestamp': timestamp,
        ...(secret === '' ? {} : { 'x-watchpost-signature': `sha256=${signature}` }),
      },
      body,
      timeoutMs: TIMEOUT,
      maxBytes: MOST,
    })
    if (status < 200 || status > 299) throw new Error(`It answered with status ${String(status)}`)
  } finally {
    await client.close()
  }
}
