/** Other thresholds for some instances. Those of an instance count before those by tags, more tags before fewer. */
import { NativeSelect } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { TagFilter } from '../../../shared/model/report.ts'
import { plural } from '../../../shared/units.ts'
import { useAlertingChange, useMatches, type Rule, type Template } from '../../data/alerting.ts'
import { platform } from '../../data/api.ts'
import { useKnownTags } from '../../data/known-tags.ts'
import { useOverview } from '../../data/use-overview.ts'
import { Matching } from '../../ui/Matching.tsx'
import { sameFilter, filterWords } from '../../ui/tag-filter.ts'
import { TagFilters } from '../../ui/TagFilters.tsx'
import { useDraft, type Thresholds } from './draft.ts'
import { Sentence } from './Sentence.tsx'
import { useSaving } from './use-saving.tsx'

const targetWords = ({ pg_instance, filters }: Pick<Template, 'pg_instance' | 'filters'>) => pg_instance ?? filterWords(filters, 'alternatives')

/** What holds for a rule under a template: what it leaves out is the rule's own. */
const settingsOf = (rule: Rule, template: Template): Thresholds => {
  const own = template.rules[rule.id] ?? {}
  return {
    warning: own.warning === undefined ? rule.warning : own.warning,
    critical: own.critical === undefined ? rule.critical : own.critical,
    occurrences: own.occurrences ?? rule.occurrences,
  }
}

interface Props {
  readonly rule: Rule
  readonly templates: readonly Template[]
  readonly locked: boolean
}

export function Exceptions({ rule, templates, locked }: Props) {
  const [adding, setAdding] = useState(false)
  const own = templates.filter(({ rules }) => rules[rule.id] !== undefined)
  return (
    <section aria-label="Exceptions" className="stack" style={{ justifyItems: 'stretch' }}>
      <div className="row">
        <h3 className="grow">Exceptions</h3>
        <button
          type="button"
          className="button small"
          disabled={locked}
          onClick={() => {
            setAdding(!adding)
          }}
        >
          <Plus size={14} aria-hidden="true" /> Add an exception
        </button>
      </div>
      {own.length === 0 && !adding ? <p className="note">None: these thresholds hold for every instance the rule is for.</p> : null}
      {own.map((template) => (
        <Exception key={`${String(template.id)} ${JSON.stringify(template.rules[rule.id])}`} rule={rule} template={template} locked={locked} />
      ))}
      {adding ? (
        <NewException
          rule={rule}
          templates={templates}
          close={() => {
            setAdding(false)
          }}
        />
      ) : null}
      {own.length > 1 ? <p className="note">They are listed in the order in which they count.</p> : null}
    </section>
  )
}

function Exception({ rule, template, locked }: { readonly rule: Rule; readonly template: Template; readonly locked: boolean }) {
  const draft = useDraft(rule, settingsOf(rule, template))
  const changed = useAlertingChange()
  const saving = useSaving()
  const put = (rules: Template['rules']) => {
    const params = { template: String(template.id) }
    // One that sets nothing any more would only be in the way.
    const work: Promise<unknown> =
      Object.keys(rules).length === 0 ? platform.deleteAlertTemplate({ params }) : platform.changeAlertTemplate({ params, body: { rules } })
    return saving.run(changed(work))
  }
  const { [rule.id]: mine, ...others } = template.rules
  const off = mine?.enabled === false
  return (
    <div className="exception" role="group" aria-label={`For ${targetWords(template)}`}>
      <div className="row">
        <strong className="grow cut">
          {targetWords(template)} <span className="note">{plural(template.instances, 'instance')}</span>
        </strong>
        <button type="button" className="button small" disabled={locked} onClick={() => void put({ ...others, [rule.id]: { ...mine, enabled: off } })}>
          {off ? 'Judge it' : 'Do not judge it'}
        </button>
        <button
          type="button"
          className="button plain small icon"
          disabled={locked}
          aria-label={`Remove the exception for ${targetWords(template)}`}
          onClick={() => void put(others)}
        >
          <X size={14} />
        </button>
      </div>
      {off ? <p className="dim">Not judged here.</p> : <Sentence rule={rule} draft={draft} locked={locked} />}
      {saving.shown}
      {draft.changed && draft.fault === '' && !off ? (
        <div className="row">
          <button type="button" className="button small primary" onClick={() => void put({ ...others, [rule.id]: { ...mine, ...draft.value } })}>
            Save the exception
          </button>
          <button
            type="button"
            className="button small"
            onClick={() => {
              draft.reset()
            }}
          >
            Take back
          </button>
        </div>
      ) : null}
    </div>
  )
}

const BY_TAGS = 'Those with tags…'

function NewException({ rule, templates, close }: { readonly rule: Rule; readonly templates: readonly Template[]; readonly close: () => void }) {
  const known = useKnownTags()
  const { data: overview } = useOverview()
  const labels = (overview?.instances ?? []).map(({ label }) => label)
  const [target, setTarget] = useState(BY_TAGS)
  const [filters, setFilters] = useState<readonly TagFilter[]>([])
  const matches = useMatches(filters)
  const draft = useDraft(rule, rule)
  const changed = useAlertingChange()
  const saving = useSaving()
  const byTags = target === BY_TAGS
  const wanted = { pg_instance: byTags ? null : target, filters: byTags ? [...filters] : [] }
  const isSame = (one: Template) =>
    one.pg_instance === wanted.pg_instance &&
    one.filters.length === wanted.filters.length &&
    one.filters.every((a) => wanted.filters.some((b) => sameFilter(a, b)))
  const save = async () => {
    const there = templates.find(isSame)
    const rules = { ...there?.rules, [rule.id]: draft.value }
    const work: Promise<unknown> =
      there === undefined
        ? platform.addAlertTemplate({ body: { ...wanted, name: targetWords(wanted).slice(0, 128), rules } })
        : platform.changeAlertTemplate({ params: { template: String(there.id) }, body: { rules } })
    if (await saving.run(changed(work))) close()
  }
  return (
    <div className="exception" role="group" aria-label="New exception">
      <NativeSelect
        size="xs"
        label="For"
        data={[BY_TAGS, ...labels]}
        value={target}
        onChange={(event) => {
          setTarget(event.currentTarget.value)
        }}
      />
      {byTags ? (
        <>
          <TagFilters label="Tags of the exception" filters={filters} onChange={setFilters} joining="alternatives" known={known} none="No tag yet" />
          {filters.length === 0 ? null : <Matching instances={matches.data?.instances} total={labels.length} />}
        </>
      ) : null}
      <Sentence rule={rule} draft={draft} locked={false} />
      {saving.shown}
      <div className="row">
        <button
          type="button"
          className="button small primary"
          disabled={draft.fault !== '' || (byTags && filters.length === 0)}
          onClick={() => {
            void save()
          }}
        >
          Add it
        </button>
        <button type="button" className="button small" onClick={close}>
          Cancel
        </button>
      </div>
    </div>
  )
}
