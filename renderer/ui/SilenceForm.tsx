/** Who is silenced, for what, how long and why; how many instances that covers is told while it is chosen. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod'
import type { TagFilter } from '../../shared/model/report.ts'
import { formatInstant } from '../../shared/units.ts'
import { useView } from '../app/state.ts'
import { useAlertingChange, useMatches, useRules } from '../data/alerting.ts'
import { platform } from '../data/api.ts'
import { now } from '../data/clock.ts'
import { useKnownTags } from '../data/known-tags.ts'
import { useOverview } from '../data/use-overview.ts'
import { Form, type Field } from './Form.tsx'
import { Matching } from './Matching.tsx'
import { TagFilters } from './TagFilters.tsx'
import { endOf, isLasting, LASTING } from './until.ts'

const BY_TAGS = 'Those with tags…'
const ALL_RULES = 'All rules'

type Key = 'target' | 'rule' | 'lasting' | 'reason'
const SCHEMA = z.object({
  target: z.string(),
  rule: z.string(),
  lasting: z.string().refine(isLasting),
  reason: z.string().trim().min(1, 'Say why: others will ask').max(1000, 'At most 1000 characters'),
})

interface Props {
  /** What is silenced at first; null: to be chosen by tags. */
  readonly instance: string | null
  /** Id of a rule; null: all. */
  readonly rule?: string | null
  readonly done: () => void
}

export function SilenceForm({ instance, rule = null, done }: Props) {
  const zone = useView((s) => s.zone)
  const known = useKnownTags()
  const { data: overview } = useOverview()
  const rules = useRules().data ?? []
  const changed = useAlertingChange()
  const [filters, setFilters] = useState<readonly TagFilter[]>([])
  const [typed, setTyped] = useState('')
  const matches = useMatches(filters)
  const labels = (overview?.instances ?? []).map(({ label }) => label)
  const fields: readonly Field<Key>[] = [
    { name: 'target', label: 'Instances', width: 'half', choices: [BY_TAGS, ...new Set([...(instance === null ? [] : [instance]), ...labels])] },
    { name: 'rule', label: 'Rule', width: 'half', choices: [ALL_RULES, ...rules.map(({ title }) => title)] },
    { name: 'lasting', label: 'How long', width: 'half', choices: LASTING },
    { name: 'reason', label: 'Why', placeholder: 'migration of the billing database', width: 'half' },
  ]
  const titleOf = rules.find(({ id }) => id === rule)?.title ?? ALL_RULES
  return (
    <Form
      // The titles of the rules may come after the form is shown.
      key={titleOf}
      fields={fields}
      schema={SCHEMA}
      start={{ target: instance ?? BY_TAGS, rule: titleOf, lasting: LASTING[0], reason: '' }}
      submitLabel="Silence"
      busyLabel="Silencing…"
      onCancel={done}
      submit={async ({ target, rule: title, lasting, reason }) => {
        const until = isLasting(lasting) ? endOf(lasting, typed, now(), zone) : undefined
        if (until === undefined) throw new Error('Until when? Write a time that is still to come, such as 18:00 or 2026-03-19 08:00.')
        const byTags = target === BY_TAGS
        await changed(
          platform.addSilence({
            body: {
              pg_instance: byTags ? null : target,
              filters: byTags ? [...filters] : [],
              rule: rules.find((one) => one.title === title)?.id ?? null,
              reason: reason.trim(),
              until,
            },
          }),
        )
        done()
      }}
    >
      {({ target, lasting }) => (
        <>
          {lasting === 'Until a time' ? (
            <TextInput
              className="half"
              label="Until"
              placeholder="18:00 or 2026-03-19 08:00"
              value={typed}
              onChange={(event) => {
                setTyped(event.currentTarget.value)
              }}
              description={untilWords(endOf('Until a time', typed, now(), zone), zone)}
            />
          ) : null}
          {target === BY_TAGS ? (
            <div className="whole">
              <TagFilters label="Tags" filters={filters} onChange={setFilters} joining="alternatives" known={known} />
              <Matching instances={matches.data?.instances} total={labels.length} verb="Silences" />
            </div>
          ) : null}
          <p className="note whole">Problems are still found and listed; nobody is told of them until it ends.</p>
        </>
      )}
    </Form>
  )
}

const untilWords = (end: number | null | undefined, zone: 'local' | 'utc') =>
  end === undefined || end === null ? 'A time that is still to come' : formatInstant(end, now(), zone)
