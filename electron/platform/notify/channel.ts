import * as z from 'zod'
import { DesktopTarget, MailTarget, WebhookTarget, type Channel, type ChannelChange, type NewChannel, type Target } from '../../../shared/model/channel.ts'
import { fail } from '../../kernel/problem.ts'
import type { Vault } from '../../kernel/vault.ts'
import type { StoredChannel } from '../../store/alerts.ts'

/** What is kept in the open of a channel; its secret is sealed beside it. */
const Settings = z.object({
  enabled: z.boolean(),
  least: z.enum(['WARNING', 'CRITICAL']),
  quiet_hours: z.object({ from: z.string(), to: z.string(), except_critical: z.boolean() }).nullable(),
  target: z.discriminatedUnion('kind', [MailTarget.omit({ password: true }), WebhookTarget.omit({ secret: true }), DesktopTarget]),
})
export type ChannelSettings = z.infer<typeof Settings>

export interface ReadyChannel extends ChannelSettings {
  readonly id: number
  readonly name: string
  /** Opens its secret; '' when there is none. */
  readonly secret: () => string
}

export const readyChannel = ({ id, name, settings, sealed }: StoredChannel, vault: Vault): ReadyChannel => ({
  id,
  name,
  ...Settings.parse(settings),
  secret: () => (sealed === null ? '' : vault.open(sealed)),
})

export function shownChannel({ id, name, settings, sealed, lastAt, lastFailure }: StoredChannel, waiting: number): Channel {
  const { target, ...rest } = Settings.parse(settings)
  const shown = target.kind === 'desktop' ? target : { ...target, secret_set: sealed !== null }
  return { id, name, ...rest, target: shown, last: lastAt === null ? null : { at: lastAt, failure: lastFailure ?? '' }, waiting }
}

/** A target without its secret, and the secret; undefined: as it was. */
function parted(target: Target): { readonly open: ChannelSettings['target']; readonly secret: string | undefined } {
  switch (target.kind) {
    case 'mail': {
      const { password, ...open } = target
      const here = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(open.host)
      if (open.security === 'none' && !here)
        fail('request.invalid', { field: 'target.security', why: 'must be tls or starttls for a mail server on another machine' })
      return { open, secret: password }
    }
    case 'webhook': {
      const { secret, ...open } = target
      return { open, secret }
    }
    case 'desktop':
      return { open: target, secret: undefined }
  }
}

type Kept = Pick<StoredChannel, 'name' | 'settings' | 'sealed'>

const sealedBy = (vault: Vault, secret: string | undefined): string | null => (secret === undefined || secret === '' ? null : vault.seal(secret))

export function newChannel({ name, target, ...rest }: z.output<typeof NewChannel>, vault: Vault): Kept {
  const { open, secret } = parted(target)
  return { name, settings: { ...rest, target: open }, sealed: sealedBy(vault, secret) }
}

/** A secret is only kept for the place it was given for: with another one it has to be given again. */
export function changedChannel(stored: StoredChannel, { name, target, ...change }: z.output<typeof ChannelChange>, vault: Vault): StoredChannel {
  const settings = Settings.parse(stored.settings)
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const changed = { ...stored, name: name ?? stored.name, settings: { ...settings, ...given } }
  if (target === undefined) return changed
  const { open, secret } = parted(target)
  const sealed = secret === undefined && placeOf(open) === placeOf(settings.target) ? stored.sealed : sealedBy(vault, secret)
  return { ...changed, settings: { ...settings, ...given, target: open }, sealed }
}

function placeOf(target: ChannelSettings['target']): string {
  switch (target.kind) {
    case 'mail':
      return `mail ${target.host}:${String(target.port)} ${target.user}`
    case 'webhook':
      return `webhook ${new URL(target.url).origin}`
    case 'desktop':
      return 'desktop'
  }
}
