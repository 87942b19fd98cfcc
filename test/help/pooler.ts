import { connect, createServer } from 'node:net'

/** What matters of PgBouncer here: it refuses startup parameters it does not know, and passes messages on. */
export async function startPooler(to: number): Promise<{ port: number; kinds(): string[]; close(): void }> {
  const kinds: string[] = []
  const listener = createServer((client) => {
    const server = connect(to, '127.0.0.1')
    server.pipe(client)
    client.on('error', () => server.destroy())
    client.on('close', () => server.destroy())
    server.on('error', () => client.destroy())
    client.on('data', (chunk) => {
      if (chunk.length === 8) return void client.write('N') // asks for TLS
      const isStartup = chunk[0] === 0
      if (isStartup && chunk.includes('\0options\0')) {
        const fields = 'SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0'
        const head = Buffer.from('E\0\0\0\0')
        head.writeInt32BE(fields.length + 4, 1)
        return void client.end(Buffer.concat([head, Buffer.from(fields)]))
      }
      if (!isStartup) for (let at = 0; at < chunk.length; at += 1 + chunk.readInt32BE(at + 1)) kinds.push(String.fromCharCode(chunk[at] ?? 0))
      server.write(chunk)
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  return { port: address !== null && typeof address === 'object' ? address.port : 0, kinds: () => kinds, close: () => listener.close() }
}
