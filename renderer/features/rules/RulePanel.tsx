/** One rule: the sentence with its numbers, whom it is for, where it would have fired, and its exceptions. */
import { MultiSelect } from '@mantine/core'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { TagFilter } from '../../../shared/model/report.ts'
import { formatInstant } from '../../../shared/units.ts'
import { useView } from '../../app/state.ts'
import { useAlertingChange, useChannels, useMatches, type Rule, type Template } from '../../data/alerting.ts'
import { platform } from '../../data/api.ts'
import { now } from '../../data/clock.ts'
import { useKnownTags } from '../../data/known-tags.ts'
import { useOverview } from '../../data/use-overview.ts'
import { Matching } from '../../ui/Matching.tsx'
import { ruleSentence } from '../../ui/rule-words.ts'
import { sameFilter } from '../../ui/tag-filter.ts'
import { TagFilters } from '../../ui/TagFilters.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { BackTest } from './BackTest.tsx'
import { useDraft } from './draft.ts'
import { Exceptions } from './Exceptions.tsx'
import { Sentence } from './Sentence.tsx'
import { useSaving } from './use-saving.tsx'

interface Props {
  readonly rule: Rule
  readonly templates: readonly Template[]
  readonly locked: string | undefined
  readonly onClose: () => void
}

const isSameList = (a: readonly TagFilter[], b: readonly TagFilter[]) => a.length === b.length && a.every((one) => b.some((other) => sameFilter(one, other)))

export function RulePanel({ rule, templates, locked, onClose }: Props) {
  const zone = useView((s) => s.zone)
  const known = useKnownTags()
  const { data: overview } = useOverview()
  const draft = useDraft(rule, rule)
  const [filters, setFilters] = useState<readonly TagFilter[]>(rule.filters)
  const matches = useMatches(filters)
  const changed = useAlertingChange()
  const saving = useSaving()
  const isChanged = draft.changed || !isSameList(filters, rule.filters)
  const shipped = { measure: rule.measure, unit: rule.unit, ...rule.shipped }
  const put = (body: Parameters<typeof platform.changeRule>[0]['body']) => changed(platform.changeRule({ params: { rule: rule.id }, body }))
  return (
    <aside className="panel side" aria-label="Rule">
      <header>
        <h2 className="cut">{rule.title}</h2>
        <Toggle
          label={`Judge ${rule.title}`}
          on={rule.enabled}
          change={(enabled) => put({ enabled })}
          {...(locked === undefined ? {} : { disabled: locked })}
        />
        <span className="note">{rule.enabled ? 'judged' : 'not judged'}</span>
        <span className="grow" />
        <button type="button" className="button plain small icon" aria-label="Close" title="Close (Esc)" onClick={onClose}>
          <X size={14} />
        </button>
      </header>
      <div className="content">
        <p className="dim">{rule.doc}</p>
        <Sentence rule={rule} draft={draft} locked={locked !== undefined}>
          {rule.filters.length === 0 && filters.length === 0 ? ', on all instances.' : '.'}
        </Sentence>
        <div className="setting">
          <span className="dim">Only for</span>
          <TagFilters label="Tags of the rule" filters={filters} onChange={setFilters} joining="alternatives" known={known} locked={locked !== undefined} />
        </div>
        <Matching instances={matches.data?.instances} total={overview?.instances.length ?? 0} />
        {locked === undefined ? <Channels rule={rule} put={put} /> : null}
        {saving.shown}
        {locked === undefined ? (
          <div className="row wrap">
            <button
              type="button"
              className="button primary"
              disabled={!isChanged || draft.fault !== '' || saving.busy}
              onClick={() => void saving.run(put({ ...draft.value, filters: [...filters] }))}
            >
              {saving.busy ? 'Saving…' : 'Save the rule'}
            </button>
            <button
              type="button"
              className="button"
              disabled={!isChanged}
              onClick={() => {
                draft.reset()
                setFilters(rule.filters)
              }}
            >
              Take back
            </button>
            <button
              type="button"
              className="button"
              disabled={rule.changed === null}
              title={ruleSentence(shipped)}
              onClick={() => {
                draft.reset(rule.shipped)
                setFilters([])
                void saving.run(changed(platform.resetRule({ params: { rule: rule.id } })))
              }}
            >
              As shipped
            </button>
          </div>
        ) : (
          <p className="note">{locked}</p>
        )}
        {rule.changed === null ? null : (
          <p className="note">
            Changed by {rule.changed.by}, {formatInstant(rule.changed.at, now(), zone)}. Shipped: {ruleSentence(shipped)}
          </p>
        )}
        <BackTest rule={rule} thresholds={draft.fault === '' ? draft.value : null} filters={filters} />
        <Exceptions rule={rule} templates={templates} locked={locked !== undefined} />
      </div>
    </aside>
  )
}

/** Who is told of this rule's problems. */
function Channels({ rule, put }: { readonly rule: Rule; readonly put: (body: { readonly channels: number[] | null }) => Promise<unknown> }) {
  const channels = useChannels(true).data ?? []
  const saving = useSaving()
  if (channels.length === 0) return null
  return (
    <>
      <MultiSelect
        size="xs"
        label="Told on"
        placeholder={rule.channels === null ? 'All channels' : rule.channels.length === 0 ? 'No channel' : ''}
        description="Without a choice: on all channels"
        data={channels.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={(rule.channels ?? []).map(String)}
        onChange={(chosen) => void saving.run(put({ channels: chosen.length === 0 ? null : chosen.map(Number) }))}
      />
      {saving.shown}
    </>
  )
}
