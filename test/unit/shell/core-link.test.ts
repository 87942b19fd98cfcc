import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import type { FromCore, Notice, ToCore } from '../../../shared/ipc.ts'
import type { Clock } from '../../../electron/kernel/clock.ts'
import { createLog } from '../../../electron/kernel/log.ts'
import { createCoreLink } from '../../../electron/shell/core-link.ts'
import type { Life } from '../../../electron/shell/life.ts'

/** A core's process without a process: what it was told, and what it says. */
class Process extends EventEmitter {
  readonly told: ToCore[] = []
  killed = false
  postMessage(message: ToCore): void {
    this.told.push(message)
  }
  kill(): boolean {
    this.killed = true
    this.emit('exit', 15)
    return true
  }
  say(message: FromCore): void {
    this.emit('message', message)
  }
}

/** A clock that stands still until it is pushed. */
function heldClock(): Clock & { pass(ms: number): Promise<void> } {
  let at = 0
  const sleepers: { readonly until: number; readonly wake: () => void }[] = []
  return {
    now: () => at,
    mono: () => at,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        sleepers.push({ until: at + ms, wake: resolve })
        signal?.addEventListener('abort', () => {
          resolve()
        })
      }),
    pass: async (ms) => {
      at += ms
      for (const sleeper of sleepers) if (sleeper.until <= at) sleeper.wake()
      await vi.waitFor(() => Promise.resolve(), { timeout: 15_000 })
    },
  }
}

function linkOf() {
  const processes: Process[] = []
  const lives: Life[] = []
  const notices: Notice[] = []
  const clock = heldClock()
  const fork = (): Process => {
    const made = new Process()
    processes.push(made)
    return made
  }
  const link = createCoreLink({
    fork,
    argv: ['--demo'],
    vaultKey: 'a2V5',
    clock,
    log: createLog('silent'),
    changed: (life) => lives.push(life),
    notify: (notice) => notices.push(notice),
  })
  link.start()
  return { link, processes, lives, notices, clock, last: () => lives.at(-1) }
}

const READY: FromCore = { kind: 'ready', url: 'https://127.0.0.1:8443', fingerprint: 'ab' }

describe('the core’s process', () => {
  it('is given the flags and the key, and is running when it says so', () => {
    const { processes, last } = linkOf()
    expect(processes[0]?.told).toEqual([{ kind: 'start', argv: ['--demo'], vaultKey: 'a2V5' }])
    expect(last()).toEqual({ state: 'starting' })
    processes[0]?.say(READY)
    expect(last()).toEqual({ state: 'running', url: 'https://127.0.0.1:8443', fingerprint: 'ab' })
  })

  it('is started again when it dies, after a wait', async () => {
    const { processes, clock, last } = linkOf()
    processes[0]?.say(READY)
    processes[0]?.emit('exit', 1)
    await vi.waitFor(
      () => {
        expect(last()).toEqual({ state: 'restarting', retryMs: 1000 })
      },
      { timeout: 15_000 },
    )
    await clock.pass(999)
    expect(processes).toHaveLength(1)
    await clock.pass(1)
    await vi.waitFor(
      () => {
        expect(processes).toHaveLength(2)
      },
      { timeout: 15_000 },
    )
    processes[1]?.emit('exit', 1)
    await vi.waitFor(
      () => {
        expect(last()).toEqual({ state: 'restarting', retryMs: 2000 })
      },
      { timeout: 15_000 },
    )
  })

  it('is not started again when it says that it cannot start, until somebody asks', async () => {
    const { link, processes, clock, last } = linkOf()
    processes[0]?.say({ kind: 'failed', cause: 'Port 8443 is in use' })
    await clock.pass(120_000)
    expect(processes[0]?.killed).toBe(true)
    expect(processes).toHaveLength(1)
    expect(last()).toEqual({ state: 'failed', cause: 'Port 8443 is in use' })
    link.start()
    expect(processes[1]?.killed, 'the new one has nothing to do with it').toBe(false)
    expect(processes).toHaveLength(2)
  })

  it('is said to have failed only when it is gone, so that the next one finds folder and ports free', async () => {
    const { processes, last } = linkOf()
    const [first] = processes
    if (first) first.kill = () => true
    first?.say({ kind: 'failed', cause: 'Port 8443 is in use' })
    await vi.waitFor(() => Promise.resolve(), { timeout: 15_000 })
    expect(last()).toEqual({ state: 'starting' })
    first?.emit('exit', 0)
    await vi.waitFor(
      () => {
        expect(last()).toEqual({ state: 'failed', cause: 'Port 8443 is in use' })
      },
      { timeout: 15_000 },
    )
  })

  it('hands over tickets, and none when it is away or does not answer', async () => {
    const { link, processes, clock } = linkOf()
    const asked = link.ticket()
    const question = processes[0]?.told.at(-1)
    expect(question).toEqual({ kind: 'ticket', id: 1 })
    processes[0]?.say({ kind: 'ticket', id: 1, ticket: 't' })
    expect(await asked).toBe('t')
    const late = link.ticket()
    await clock.pass(5000)
    expect(await late).toBe('')
    const lost = link.ticket()
    processes[0]?.emit('exit', 1)
    expect(await lost).toBe('')
    expect(await link.ticket()).toBe('')
  })

  it('passes on what the user should know', () => {
    const { processes, notices } = linkOf()
    const notice = { title: 'Port 8443 is in use', body: '', path: '/' }
    processes[0]?.say({ kind: 'notify', notice })
    expect(notices).toEqual([notice])
  })

  it('is asked to stop and not started again', async () => {
    const { link, processes, clock, last } = linkOf()
    const stopped = link.stop()
    expect(processes[0]?.told.at(-1)).toEqual({ kind: 'stop' })
    processes[0]?.emit('exit', 0)
    await stopped
    await clock.pass(120_000)
    expect(processes[0]?.killed).toBe(false)
    expect(processes).toHaveLength(1)
    expect(last()).toEqual({ state: 'stopped' })
  })

  it('is ended when it does not stop within ten seconds', async () => {
    const { link, processes, clock } = linkOf()
    const stopped = link.stop()
    await clock.pass(9999)
    expect(processes[0]?.killed).toBe(false)
    await clock.pass(1)
    await stopped
    expect(processes[0]?.killed).toBe(true)
  })

  it('is not waited for when it is dead already', async () => {
    const { link, processes } = linkOf()
    processes[0]?.emit('exit', 1)
    await link.stop()
  })
})
