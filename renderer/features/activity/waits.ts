/** What a wait class means, in one sentence, with the usual next step. From PostgreSQL's documentation of wait events. */
const MEANING: Readonly<Record<string, string>> = {
  CPU: 'Running on a processor, or ready to: not waiting for anything. Look at the statements with the most load.',
  IO: 'Waiting for reading or writing a file. Look at cache hits, missing indexes and the disks.',
  BufferPin: 'Waiting until nobody uses a page any more, mostly vacuum against an open cursor.',
  Buffer: 'Waiting until nobody uses a page any more, mostly vacuum against an open cursor.',
  LWLock: 'Waiting for a short internal lock on shared memory. Look for many sessions touching the same pages.',
  Lock: 'Waiting for a lock that another session holds on a row, table or transaction. Find who blocks.',
  IPC: 'Waiting for another process of the server, such as parallel workers or replication.',
  Timeout: 'Waiting for a time to pass: pg_sleep, a vacuum delay, a retry.',
  Client: 'Waiting for the client to send or to read. Look at the network and the application.',
  IdleTx: 'In a transaction but doing nothing; it may hold locks and stop vacuum. Look at the application.',
  Extension: 'Waiting inside an extension.',
  Activity: 'A server process waiting for work; normal.',
}

export const meaningOf = (waitClass: string): string => MEANING[waitClass] ?? 'A class this version of Watchpost has no description for.'
