/** The command line's way to a running Watchpost of this data folder: `ctl start-agent`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { ErrorBody } from '../shared/model/problem.ts'
import { httpsClient } from './kernel/client.ts'
import { readSettings } from './kernel/config.ts'

const HELP = `Usage: watchpost ctl COMMAND [--data-dir DIR]

  start-agent   start the agent of a running Watchpost again, after it was stopped or its port was changed`

const Running = z.object({ url: z.string(), pin: z.string() })
const Credentials = z.object({ api_token: z.string() })

/** Resolves with the exit code. Says what failed in a sentence on stderr. */
export async function control(argv: readonly string[]): Promise<number> {
  const [command, ...flags] = argv
  const settings = readSettings('headless', flags)
  const say = (sentence: string): number => {
    process.stderr.write(`${sentence}\n`)
    return 1
  }
  if (command === undefined || command === '--help' || command === '-h' || 'help' in settings) {
    process.stdout.write(`${HELP}\n`)
    return 0
  }
  if (command !== 'start-agent') return say(`There is no command ${command}; there is start-agent`)
  if (!('dataDir' in settings)) return say('error' in settings ? settings.error : HELP)
  const running = held(join(settings.dataDir, 'running.json'), Running)
  if (running === undefined) return say(`No Watchpost runs on the data folder ${settings.dataDir}; start it, or name another folder with --data-dir`)
  const credentials = held(join(settings.dataDir, 'credentials.json'), Credentials)
  if (credentials === undefined) return say(`${join(settings.dataDir, 'credentials.json')} has no api_token; restart Watchpost, which writes it`)
  const client = httpsClient({ trust: { pin: running.pin } })
  try {
    const reply = await client.request({ method: 'POST', url: `${running.url}/ds-api/app/agent/start`, headers: { 'api-token': credentials.api_token } })
    const text = reply.body.toString('utf8')
    if (reply.status !== 201) return say(ErrorBody.safeParse(parsed(text)).data?.error ?? `The platform answered with status ${String(reply.status)}`)
    process.stdout.write(`${text}\n`)
    return 0
  } catch (error) {
    return say(error instanceof Error ? error.message : String(error))
  } finally {
    await client.close()
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function held<T extends z.ZodType>(file: string, form: T): z.output<T> | undefined {
  try {
    return form.safeParse(parsed(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}
