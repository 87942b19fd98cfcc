import type { WriteDb } from './db.ts'

/** Something to be told on a channel. It stays when it was sent, so that it is never told twice. */
export interface StoredDelivery {
  readonly id: number
  readonly problem: number
  readonly channel: number
  readonly event: 'opened' | 'worsened' | 'resolved'
  readonly state: 'OK' | 'WARNING' | 'CRITICAL'
  /** ms since the epoch, as are the others */
  readonly asked: number
  readonly tries: number
  /** Not before then. */
  readonly next: number
  readonly sent: number | null
}

export interface Deliveries {
  /** A delivery of the same problem, channel, event and state is not asked for a second time. */
  askDelivery(delivery: Pick<StoredDelivery, 'problem' | 'channel' | 'event' | 'state' | 'asked'>): void
  /** Not sent, oldest first. */
  waitingDeliveries(): readonly StoredDelivery[]
  /** Of one problem, sent or not. */
  deliveriesOf(problem: number): readonly StoredDelivery[]
  deliverySent(id: number, at: number): void
  deliveryFailed(id: number, next: number): void
  dropDelivery(id: number): void
}

export function createDeliveries(db: WriteDb): Deliveries {
  const ask = db.prepare<Pick<StoredDelivery, 'problem' | 'channel' | 'event' | 'state' | 'asked'>>(
    `insert into delivery (problem, channel, event, state, asked, tries, next) values (@problem, @channel, @event, @state, @asked, 0, @asked)
     on conflict do nothing`,
  )
  const waiting = db.prepare<[], StoredDelivery>('select * from delivery where sent is null order by id')
  const of = db.prepare<[number], StoredDelivery>('select * from delivery where problem = ? order by id')
  const sent = db.prepare<[number, number]>('update delivery set sent = ?, tries = tries + 1 where id = ?')
  const failed = db.prepare<[number, number]>('update delivery set next = ?, tries = tries + 1 where id = ?')
  const drop = db.prepare<[number]>('delete from delivery where id = ?')
  return {
    askDelivery(delivery) {
      ask.run(delivery)
    },
    waitingDeliveries: () => waiting.all(),
    deliveriesOf: (problem) => of.all(problem),
    deliverySent(id, at) {
      sent.run(at, id)
    },
    deliveryFailed(id, next) {
      failed.run(next, id)
    },
    dropDelivery(id) {
      drop.run(id)
    },
  }
}
