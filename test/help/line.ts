/** A line to a server that can be made slow, or cut without a word. */
import { connect, createServer, type Socket } from 'node:net'

export interface Line {
  readonly port: number
  /** ms that every answer is held back; those larger than `from` bytes only, when that is given */
  slow(ms: number, from?: number): void
  /** Answers are swallowed from now on; nothing is closed. */
  hang(on: boolean): void
  /** Leads new sessions to another server and ends those there are. */
  lead(port: number): void
  close(): void
}

export async function startLine(to: number): Promise<Line> {
  const state = { to, delay: 0, from: 0, hangs: false }
  const open = new Set<Socket>()
  const listener = createServer((client) => {
    const server = connect(state.to, '127.0.0.1')
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    client.on('data', (chunk) => server.write(chunk))
    server.on('data', (chunk) => {
      const pass = (): void => {
        if (!state.hangs && !client.destroyed) client.write(chunk)
      }
      if (state.delay > 0 && chunk.length >= state.from) setTimeout(pass, state.delay)
      else pass()
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  const hangUp = (): void => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    slow: (ms, from = 0) => {
      Object.assign(state, { delay: ms, from })
    },
    hang: (on) => {
      state.hangs = on
    },
    lead: (port) => {
      state.to = port
      hangUp()
    },
    close: () => {
      listener.close()
      hangUp()
    },
  }
}
