/** A mail server of real sockets: takes what it is sent, and remembers it. */
import { createServer, type Socket } from 'node:net'
import { TLSSocket, createSecureContext } from 'node:tls'
import type { Tls } from '../../electron/kernel/tls.ts'

export interface Mail {
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
  readonly encrypted: boolean
  /** `user:password` when it was told. */
  readonly login: string
}

export interface SmtpListener {
  readonly port: number
  readonly mails: readonly Mail[]
  /** While set, it answers mails with this status. */
  refuse(answer: string | undefined): void
  close(): Promise<void>
}

/** With `tls` it offers STARTTLS, or speaks TLS from the start when `secure`. */
export async function listenSmtp(options: { readonly tls?: Tls; readonly secure?: boolean } = {}): Promise<SmtpListener> {
  const mails: Mail[] = []
  const sockets = new Set<Socket>()
  let refused: string | undefined

  const serve = (socket: Socket, encrypted: boolean, greet: boolean): void => {
    let rest = ''
    let data: string[] | undefined
    let from = ''
    let to: string[] = []
    let login = ''
    const say = (line: string): void => void socket.write(`${line}\r\n`)
    const hear = (line: string): void => {
      if (data !== undefined) {
        if (line !== '.') return void data.push(line.replace(/^\.\./, '.'))
        if (refused === undefined) mails.push({ from, to, text: data.join('\n'), encrypted, login })
        say(refused ?? '250 taken')
        data = undefined
        return
      }
      const [verb = '', ...words] = line.split(' ')
      switch (verb.toUpperCase()) {
        case 'EHLO':
          return say(options.tls !== undefined && !encrypted ? '250-here\r\n250-STARTTLS\r\n250 AUTH PLAIN' : '250-here\r\n250 AUTH PLAIN')
        case 'STARTTLS': {
          say('220 go on')
          socket.removeAllListeners('data')
          const secured = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ key: options.tls?.key, cert: options.tls?.cert }) })
          secured.on('error', () => socket.destroy())
          return serve(secured, true, false)
        }
        case 'AUTH': {
          const [, user = '', password = ''] = Buffer.from(words[1] ?? '', 'base64')
            .toString()
            .split('\0')
          login = `${user}:${password}`
          return say('235 welcome')
        }
        case 'MAIL':
          from = /<(.*?)>/.exec(line)?.[1] ?? ''
          to = []
          return say('250 ok')
        case 'RCPT':
          to.push(/<(.*?)>/.exec(line)?.[1] ?? '')
          return say('250 ok')
        case 'DATA':
          data = []
          return say('354 tell')
        case 'QUIT':
          say('221 bye')
          return void socket.end()
        default:
          return say('250 ok')
      }
    }
    socket.on('data', (chunk: Buffer) => {
      rest += chunk.toString('latin1')
      const lines = rest.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) hear(line)
    })
    socket.on('error', () => socket.destroy())
    if (greet) say('220 here')
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    if (options.secure !== true || options.tls === undefined) return serve(socket, false, true)
    const secured = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ key: options.tls.key, cert: options.tls.cert }) })
    secured.on('error', () => socket.destroy())
    serve(secured, true, true)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    mails,
    refuse: (answer) => {
      refused = answer
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
