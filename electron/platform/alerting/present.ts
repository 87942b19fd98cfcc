import { rules as shipped } from '../../catalog/rules/_all.generated.ts'
import type { RuleForm } from '../../catalog/rule.ts'
import type { StoredSilence, StoredTemplate } from '../../store/alerts.ts'
import type { Config, Instance } from '../../store/store.ts'
import { isActive } from './cover.ts'
import { inOrder, presentRule, type PresentRule } from './thresholds.ts'

export const forms: ReadonlyMap<string, RuleForm> = new Map(shipped.map((form) => [form.id, form]))

/** What people have decided about alerting, as it is now. */
export interface Present {
  readonly enabled: boolean
  readonly rules: readonly PresentRule[]
  /** In the order in which they count. */
  readonly templates: readonly StoredTemplate[]
  /** Silences that are in effect. */
  readonly silences: readonly StoredSilence[]
}

const SWITCH = 'alerting'

export function presentOf({ alerts, setting }: Pick<Config, 'alerts' | 'setting'>, now: number): Present {
  const said = new Map(alerts.ruleSettings().map(({ rule, settings }) => [rule, settings]))
  return {
    enabled: setting(SWITCH) !== 'off',
    rules: shipped.map((form) => presentRule(form, said.get(form.id))),
    templates: inOrder(alerts.templates()),
    silences: alerts.silences(now).filter((silence) => isActive(silence, now)),
  }
}

export function switchAlerting(config: Config, enabled: boolean, now: number): void {
  const { alerts } = config
  const was = config.setting(SWITCH) !== 'off'
  if (was === enabled) return
  alerts.together(() => {
    config.putSetting(SWITCH, enabled ? 'on' : 'off')
    // What happened while it was off is nobody's alert.
    if (enabled) for (const [instance, { states }] of alerts.alertStates()) alerts.putAlertState(instance, { until: minuteOf(now), states })
  })
}

/** Begin of the minute, ms since the epoch. */
export const minuteOf = (at: number): number => Math.floor(at / 60_000) * 60_000

/** Who an instance is, whatever it is called now. */
export const identityOf = ({ agent, connection }: Pick<Instance, 'agent' | 'connection'>): string => `${agent}/${connection}`
