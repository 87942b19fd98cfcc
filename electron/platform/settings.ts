import type * as z from 'zod'
import type { PlatformSettings, PlatformSettingsChange } from '../../shared/model/access.ts'
import { fail } from '../kernel/problem.ts'
import { keepOf } from '../store/retention.ts'
import type { Config } from '../store/store.ts'
import { zoneOf } from '../kernel/zone.ts'

/** What administrators set for the platform as a whole. */

function isZone(name: string): boolean {
  try {
    zoneOf(name)
    return true
  } catch {
    return false
  }
}

const machineZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** How long the audit log is kept, days. */
export const auditDays = (config: Config): number => Number(config.setting('audit_days') ?? '400')

export const organisation = (config: Config): string => config.setting('organization_name') ?? 'local'

export const masksPasswords = (config: Config): boolean => config.setting('mask_passwords') === 'true'

export function platformSettings(config: Config): PlatformSettings {
  const kept = keepOf(config)
  return {
    organization_name: organisation(config),
    time_zone: config.setting('time_zone') ?? machineZone(),
    retention: { minutes_days: kept.minutes, hours_days: kept.hours, days_days: kept.days, bytes: kept.bytes },
    audit_days: auditDays(config),
    mask_passwords: masksPasswords(config),
  }
}

export function changePlatformSettings(config: Config, change: z.output<typeof PlatformSettingsChange>): PlatformSettings {
  const { time_zone: zone, retention = {} } = change
  if (zone !== undefined && !isZone(zone)) fail('request.invalid', { field: 'time_zone', why: 'must be the name of a time zone, such as Europe/Berlin' })
  const settings = {
    organization_name: change.organization_name,
    time_zone: zone,
    'keep.minutes': retention.minutes_days,
    'keep.hours': retention.hours_days,
    'keep.days': retention.days_days,
    'keep.bytes': retention.bytes,
    audit_days: change.audit_days,
    mask_passwords: change.mask_passwords,
  }
  for (const [name, value] of Object.entries(settings)) if (value !== undefined) config.putSetting(name, String(value))
  return platformSettings(config)
}
