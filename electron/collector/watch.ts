import type { Batch } from '../../shared/model/sample.ts'
import type { ConnectionSettings } from '../../shared/model/server.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { RawReading } from './reading.ts'

/** Names a reading that was made durable, beside the record whose increments it produced. */
export interface ReadingName {
  readonly probe: string
  readonly reading: number
}

export interface Sink {
  /** Resolves when durable. `names` are the readings whose increments the batch carries. */
  put(batch: Batch, names: readonly ReadingName[]): Promise<void>
}

export interface Baselines {
  /** The newest reading whose increments were spooled (its record names it), else undefined. */
  newest(connection: string, probe: string): Promise<RawReading | undefined>
  /** Makes a reading durable beside the one before it; returns its number, to be named by the record. */
  keep(connection: string, probe: string, reading: RawReading): Promise<number>
}

export interface WatchPorts {
  readonly clock: Clock
  /** Milliseconds since the epoch, corrected to the platform's clock. */
  readonly time: () => number
  readonly log: Log
  readonly sink: Sink
  readonly baselines: Baselines
  /** Host name of the agent: the first half of the label `<server>@<name>`. */
  readonly server: string
  /** Unique query ids per local day beyond which query monitoring pauses. Default 30,000. */
  readonly queryLimit?: () => number
}

export interface WatchStatus {
  readonly connected: boolean
  /** Why not, '' when connected. */
  readonly cause: string
  /** The server's version, for instance "15.18"; null until it was connected once. */
  readonly version: string | null
  /** Why query monitoring is deactivated although it is switched on, '' when it is not. */
  readonly queriesPaused: string
}

export interface Watch {
  start(): void
  /** Resolves when the last batch was handed over and the session is closed. */
  stop(): Promise<void>
  /** New settings take effect at once; a change of address or login reconnects. Settings equal to the present ones end a pause of query monitoring. */
  update(settings: ConnectionSettings): void
  status(): WatchStatus
  /** Resolves when connected, or with the cause when not connected within `ms`. */
  settled(ms: number): Promise<WatchStatus>
}

export declare function createWatch(settings: ConnectionSettings, ports: WatchPorts): Watch
