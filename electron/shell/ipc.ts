import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import * as z from 'zod'
import type { Channel, Questions } from '../../shared/ipc.ts'
import type { Log } from '../kernel/log.ts'

export type Answers = { readonly [C in Channel]: (ask: Questions[C]['ask']) => Questions[C]['answer'] | Promise<Questions[C]['answer']> }

const short = z.string().max(300)

/** The form of every question, checked however much we trust the page that asks. */
const FORMS: { readonly [C in Channel]: z.ZodType<Questions[C]['ask']> } = {
  'sign-in-ticket': z.null(),
  notify: z.strictObject({ title: short, body: z.string().max(2000), path: z.string().max(8000) }),
  // A name only: where it goes is asked of the user.
  'save-file': z.strictObject({
    name: z
      .string()
      .min(1)
      .max(200)
      .regex(/^[^/\\\0]+$/),
    text: z.string().max(200_000_000),
  }),
  'set-theme': z.enum(['light', 'dark', 'system']),
  'open-external': z.string().max(8000),
  'app-info': z.null(),
  'keep-view': z.string().max(200_000),
  'recall-view': z.null(),
}

/** Where a question comes from, as far as it can be told. */
export interface Sender {
  readonly sender: unknown
  readonly senderFrame: { readonly origin: string; readonly parent: unknown } | null
}

/** Only our window's own top page, on our own address, is answered. A frame that is gone already has no origin to check. */
export const isWindow = ({ sender, senderFrame }: Sender, contents: unknown, origin: string): boolean =>
  origin !== '' && sender === contents && senderFrame !== null && senderFrame.parent === null && senderFrame.origin === origin

export interface Asker {
  readonly contents: () => WebContents | undefined
  /** Origin that the window is locked to; '' while there is none. */
  readonly origin: () => string
}

/** Registers a handler for every channel. A question from elsewhere or of another form is refused and logged. */
export function answerWindow(ipcMain: Pick<IpcMain, 'handle'>, asker: Asker, answers: Answers, log: Log): void {
  // Form and handler of one channel, which TypeScript cannot pair across a union of channels.
  const answer = <C extends Channel>(channel: C, form: z.ZodType<Questions[C]['ask']>, reply: Answers[C]): void => {
    ipcMain.handle(channel, async (event: IpcMainInvokeEvent, argument: unknown) => {
      if (!isWindow(event, asker.contents(), asker.origin())) {
        log.warn({ channel, origin: event.senderFrame?.origin }, 'A question that did not come from our window was refused')
        throw new Error('refused')
      }
      const ask = form.safeParse(argument)
      if (!ask.success) throw new Error(`${channel}: ${ask.error.issues[0]?.message ?? 'not valid'}`)
      return await reply(ask.data)
    })
  }
  // the keys of an object literal are exactly its type's keys
  for (const channel of Object.keys(FORMS) as Channel[]) answer<Channel>(channel, FORMS[channel], answers[channel])
}
