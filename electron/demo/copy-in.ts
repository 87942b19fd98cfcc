import type pg from 'pg'

/** What of pg's connection a copy needs; its published types leave these out. */
interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/**
 * `copy … from stdin` on a pg client, fed by `portions`; the server waits (Client:ClientRead) between them.
 * A portion source that throws ends the copy as the server ends it: with what came so far.
 */
export function copyIn(client: pg.Client, sql: string, portions: () => AsyncIterable<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const feed = async (connection: CopyConnection): Promise<void> => {
      try {
        for await (const portion of portions()) connection.sendCopyFromChunk(Buffer.from(portion))
      } finally {
        connection.endCopyFrom()
      }
    }
    // The protocol of a query object that pg's client drives; replies we have no use for are ignored.
    const query = {
      submit: (connection: CopyConnection): void => connection.query(sql),
      handleCopyInResponse: (connection: CopyConnection): void => void feed(connection).catch(reject),
      handleCommandComplete: (): void => undefined,
      handleReadyForQuery: (): void => resolve(),
      handleError: (error: Error): void => reject(error),
    }
    // pg types `submit` with its public Connection, which lacks the two copy calls it has had since its first version.
    client.query(query as unknown as pg.Submittable)
  })
}
