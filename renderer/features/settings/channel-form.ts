/** What is typed about a channel, and the channel it makes. */
import * as z from 'zod'
import type { PlatformApi } from '../../../shared/api/platform.generated.ts'
import type { Channel } from '../../data/alerting.ts'
import type { Field } from '../../ui/Form.tsx'

export type Kind = Channel['target']['kind']
export type Key =
  'name' | 'least' | 'quiet_from' | 'quiet_to' | 'quiet_except' | 'host' | 'port' | 'security' | 'user' | 'password' | 'from' | 'to' | 'url' | 'secret'
export type Values = Readonly<Record<Key, string>>

export const KINDS: Readonly<Record<Kind, string>> = { desktop: 'Desktop', mail: 'E-mail', webhook: 'Webhook' }

const CRITICAL_ONLY = 'critical only'
const WARNINGS_TOO = 'warnings and critical'

const COMMON: readonly Field<Key>[] = [
  { name: 'name', label: 'Name', placeholder: 'on-call', width: 'half' },
  { name: 'least', label: 'Tells of', width: 'half', choices: [WARNINGS_TOO, CRITICAL_ONLY] },
]
const QUIET: readonly Field<Key>[] = [
  { name: 'quiet_from', label: 'Quiet from', placeholder: '22:00', width: 'third', hint: "Platform's time zone" },
  { name: 'quiet_to', label: 'Quiet until', placeholder: '07:00', width: 'third', hint: 'Empty: never quiet' },
  { name: 'quiet_except', label: 'Then also critical', width: 'third', choices: ['no', 'yes'] },
]
const OWN: Readonly<Record<Kind, readonly Field<Key>[]>> = {
  desktop: [],
  mail: [
    { name: 'host', label: 'SMTP server', placeholder: 'smtp.example.com', width: 'two-thirds' },
    { name: 'port', label: 'Port', width: 'third' },
    { name: 'security', label: 'Security', width: 'third', choices: ['tls', 'starttls', 'none'] },
    { name: 'user', label: 'User', width: 'third' },
    { name: 'password', label: 'Password', secret: true, width: 'third' },
    { name: 'from', label: 'From', placeholder: 'watchpost@example.com', width: 'half' },
    { name: 'to', label: 'To (commas between)', placeholder: 'dba@example.com', width: 'half' },
  ],
  webhook: [
    { name: 'url', label: 'Address', placeholder: 'https://hooks.example.com/watchpost' },
    { name: 'secret', label: 'Secret that signs each delivery', secret: true },
  ],
}

/** `kept`: there is a password or secret already, which an empty field leaves as it is. */
export const fieldsOf = (kind: Kind, kept: boolean): readonly Field<Key>[] => [
  ...COMMON,
  ...OWN[kind].map((field) => (field.secret === true && kept ? { ...field, hint: 'Empty: unchanged, unless the place is another' } : field)),
  ...QUIET,
]

const clock = z.string().regex(/^$|^([01]\d|2[0-3]):[0-5]\d$/, 'Write it as HH:MM')
export const schemaOf = (kind: Kind) => {
  const needed = (of: Kind, words: string) => z.string().refine((text) => kind !== of || text.trim() !== '', words)
  return z
    .object({
      name: z.string().trim().min(1, 'Give it a name').max(128, 'At most 128 characters'),
      quiet_from: clock,
      quiet_to: clock,
      host: needed('mail', 'Name the server'),
      port: z.string().refine((text) => kind !== 'mail' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535), 'must be from 1 to 65535'),
      from: needed('mail', 'Name the sender'),
      to: needed('mail', 'Name at least one address'),
      url: z.string().refine((text) => kind !== 'webhook' || text.startsWith('https://'), 'must begin with https://'),
    })
    .loose()
    .refine(({ quiet_from, quiet_to }) => (quiet_from === '') === (quiet_to === ''), { path: ['quiet_to'], message: 'Quiet hours have a begin and an end' })
}

export function startOf(channel: Channel | null): Values {
  const quiet = channel?.quiet_hours
  const target = channel?.target
  const mail = target?.kind === 'mail' ? target : undefined
  return {
    name: channel?.name ?? '',
    least: channel?.least === 'CRITICAL' ? CRITICAL_ONLY : WARNINGS_TOO,
    quiet_from: quiet?.from ?? '',
    quiet_to: quiet?.to ?? '',
    quiet_except: quiet?.except_critical === true ? 'yes' : 'no',
    host: mail?.host ?? '',
    port: String(mail?.port ?? 587),
    security: mail?.security ?? 'starttls',
    user: mail?.user ?? '',
    password: '',
    from: mail?.from ?? '',
    to: mail?.to.join(', ') ?? '',
    url: target?.kind === 'webhook' ? target.url : '',
    secret: '',
  }
}

type Body = PlatformApi['addChannel']['body']

export function bodyOf(kind: Kind, values: Values, before: Channel | null): Body {
  const ca = before?.target.kind === 'desktop' ? undefined : before?.target.ca
  const kept = ca === undefined ? {} : { ca }
  const target = (): Body['target'] => {
    switch (kind) {
      case 'desktop':
        return { kind }
      case 'webhook':
        return { kind, url: values.url.trim(), ...(values.secret === '' ? {} : { secret: values.secret }), ...kept }
      case 'mail':
        return {
          kind,
          host: values.host.trim(),
          port: Number(values.port),
          security: values.security === 'tls' || values.security === 'none' ? values.security : 'starttls',
          user: values.user.trim(),
          ...(values.password === '' ? {} : { password: values.password }),
          from: values.from.trim(),
          to: values.to
            .split(',')
            .map((one) => one.trim())
            .filter((one) => one !== ''),
          ...kept,
        }
    }
  }
  return {
    name: values.name.trim(),
    least: values.least === CRITICAL_ONLY ? 'CRITICAL' : 'WARNING',
    quiet_hours: values.quiet_from === '' ? null : { from: values.quiet_from, to: values.quiet_to, except_critical: values.quiet_except === 'yes' },
    target: target(),
  }
}
