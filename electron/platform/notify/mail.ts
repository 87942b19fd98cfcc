import { lookup } from 'node:dns/promises'
import { createTransport } from 'nodemailer'
import type { MailTarget } from '../../../shared/model/channel.ts'
import type * as z from 'zod'
import { isLinkLocal } from '../../kernel/dial.ts'

const TIMEOUT = 20_000

type Place = Omit<z.infer<typeof MailTarget>, 'password'>

/** Sends one message to all addresses of the target. @throws what went wrong in words */
export async function sendMail(target: Place, password: string, mail: { readonly title: string; readonly text: string }): Promise<void> {
  const { host, port, security, user, ca, from, to } = target
  const addresses = await lookup(host, { all: true })
  if (addresses.some(({ address }) => isLinkLocal(address))) throw new Error(`${host} has a link-local address; nothing is sent to such`)
  const [first] = addresses
  if (first === undefined) throw new Error(`The name ${host} cannot be resolved`)
  const transport = createTransport({
    // The address that was looked at; the certificate is still compared with the name.
    host: first.address,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { servername: host, minVersion: 'TLSv1.2', ...(ca === '' ? {} : { ca }) },
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({ from, to, subject: mail.title, text: mail.text, headers: { 'Auto-Submitted': 'auto-generated' } })
  } finally {
    transport.close()
  }
}
