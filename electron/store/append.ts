import type { Batch, Envelope } from '../../shared/model/sample.ts'
import type { Probe } from '../catalog/define.ts'
import type { Log } from '../kernel/log.ts'
import type { WriteDb } from './db.ts'
import { frameId, seriesOf } from './frame-id.ts'
import { createWriteFrames } from './frames.ts'
import { isStorable, restamped } from './incoming.ts'
import { createClaims } from './instances.ts'
import { createWriteLayouts, type WriteLayouts } from './layouts.ts'
import type { Arrived } from './minute.ts'
import { createWriteObjects, isKeyed } from './objects.ts'
import { createWriteProbeNumbers } from './probe-numbers.ts'
import { createRefusals } from './refusals.ts'
import { createWriteTexts, TEXT_COLUMNS } from './texts.ts'

export interface Append {
  readonly highWater: (agent: string) => number
  readonly append: (agent: string, envelopes: readonly Envelope[], now: number) => number
  readonly layouts: WriteLayouts
  /** Drops everything remembered of the database, because something else has changed it. */
  readonly forget: () => void
}

/** Readings of one call by the minute they belong to. */
type Minutes = Map<number, { readonly probe: Probe; readonly arrived: Arrived[] }>

/** `touched` is told of every minute that is written. */
export function createAppend(db: WriteDb, probes: readonly Probe[], log: Log, touched: (id: number) => void): Append {
  const declared = new Map(probes.map((probe) => [probe.id, probe]))
  const refuse = createRefusals(log)
  const claims = createClaims(db, log)
  const layouts = createWriteLayouts(db)
  const numbers = createWriteProbeNumbers(db)
  const texts = createWriteTexts(db)
  const objects = createWriteObjects(db, texts)
  const frames = createWriteFrames(db, layouts, refuse)
  const selectMark = db.prepare<[string], number>('select seq from mark where agent = ?').pluck()
  const setMark = db.prepare<[string, number]>('insert into mark (agent, seq) values (?, ?) on conflict do update set seq = excluded.seq')
  const highWater = (agent: string): number => selectMark.get(agent) ?? 0

  const take = (agent: string, batch: Batch, now: number, minutes: Minutes): void => {
    if (batch.instance.watched === false) return claims.leave(agent, batch.instance.connection)
    const blocks = batch.blocks.map((block) => restamped(block, now))
    const seen = Math.min(now, Math.max(...blocks.map(({ end }) => end)))
    const instance = claims.claim(agent, batch.instance, Number.isFinite(seen) ? seen : now)
    for (const { md5, text } of batch.texts) texts.put(md5, text, now)
    for (const block of blocks) {
      const probe = declared.get(block.probe)
      if (probe === undefined) refuse(block.probe, 'the probe is not known here')
      else if (isStorable(block, probe, refuse)) {
        const number = numbers.numberOf(probe.id)
        const object = isKeyed(probe) ? objects.identify(instance, probe, number, block.columns, block.rows, block.end) : undefined
        // Those of objects are touched with the object.
        if (object === undefined)
          for (const name of TEXT_COLUMNS.filter((one) => Object.hasOwn(probe.columns, one)))
            for (const md5 of block.columns[name] ?? []) if (typeof md5 === 'string') texts.touch(md5, block.end)
        const id = frameId(seriesOf(instance, number), block.end)
        const minute = minutes.get(id)
        if (minute === undefined) minutes.set(id, { probe, arrived: [{ block, object }] })
        else minute.arrived.push({ block, object })
      }
    }
  }

  const store = db.transaction((agent: string, envelopes: readonly Envelope[], now: number): number => {
    const before = highWater(agent)
    let mark = before
    const minutes: Minutes = new Map()
    for (const { seq, batch } of [...envelopes].sort((a, b) => a.seq - b.seq)) {
      if (seq <= mark) continue
      take(agent, batch, now, minutes)
      mark = seq
    }
    if (mark === before) return mark
    for (const [id, minute] of minutes) {
      frames.add(id, minute.probe, minute.arrived)
      touched(id)
    }
    setMark.run(agent, mark)
    return mark
  })

  const forget = (): void => {
    for (const remembered of [claims, layouts, numbers, texts, objects]) remembered.forget()
  }

  return {
    highWater,
    layouts,
    append(agent, envelopes, now) {
      try {
        return store.immediate(agent, envelopes, now)
      } catch (error) {
        forget()
        throw error
      }
    },
    forget,
  }
}
