/** One instance: what it is, why alerting is off and what to do about that, its tags, its exceptions, its open problems. */
import { BellOff, X } from 'lucide-react'
import { Link } from 'react-router'
import * as z from 'zod'
import { Tags } from '../../../shared/model/server.ts'
import { formatAge, formatInstant, plural } from '../../../shared/units.ts'
import { PATHS } from '../../app/paths.ts'
import { START_SCOPE, writeScope } from '../../app/scope.ts'
import { useView } from '../../app/state.ts'
import { useAlertingChange, useProblems, useTemplates, type Alerted } from '../../data/alerting.ts'
import { agentClient, platform } from '../../data/api.ts'
import { now } from '../../data/clock.ts'
import { FactTable, type Facts } from '../../ui/FactTable.tsx'
import { Form } from '../../ui/Form.tsx'
import { notify } from '../../ui/notify.ts'
import { Severity } from '../../ui/Severity.tsx'
import { sameFilter, filterWords } from '../../ui/tag-filter.ts'
import { tagsOf } from '../../data/known-tags.ts'
import { HealthStatus } from './columns.tsx'
import type { Row } from './use-instances.ts'

interface Props {
  readonly row: Row
  readonly mayAct: boolean
  readonly mayWrite: boolean
  readonly silence: () => void
  readonly onClose: () => void
}

export function InstancePanel({ row, mayAct, mayWrite, silence, onClose }: Props) {
  const zone = useView((s) => s.zone)
  const { instance, alerted } = row
  const place = writeScope({ ...START_SCOPE, instances: [instance.label] }).toString()
  const facts: Facts = [
    ['State', <HealthStatus key="state" row={row} />],
    ['Version', instance.pg_version ?? 'not known yet'],
    ['Role', instance.type ?? 'not known yet'],
    ['Server', instance.server],
    ['Processors', instance.cpus ?? 'not known'],
    ['Read by', row.agent === 'agentless' ? 'the platform itself (agentless)' : `agent ${row.agent}`],
    ['Last data', `${formatInstant(instance.last_seen, now(), zone)} (${formatAge(now() - instance.last_seen)} ago)`],
    ['First data', formatInstant(instance.first_seen, now(), zone)],
  ]
  return (
    <aside className="panel side" aria-label="Instance">
      <header>
        <h2 className="cut">{instance.label}</h2>
        <span className="grow" />
        <button type="button" className="button plain small icon" aria-label="Close" title="Close (Esc)" onClick={onClose}>
          <X size={14} />
        </button>
      </header>
      <div className="content">
        <div className="row wrap">
          <Link className="button" to={`${PATHS.activity}?${place}`}>
            Activity
          </Link>
          <Link className="button" to={`${PATHS.queries}?${place}`}>
            Queries
          </Link>
          <button type="button" className="button" disabled={!mayAct} onClick={silence}>
            <BellOff size={14} aria-hidden="true" /> Silence…
          </button>
        </div>
        {alerted === undefined || alerted.enabled ? null : <WhyOff alerted={alerted} />}
        <FactTable of={facts} />
        <h3>Tags</h3>
        <EditTags row={row} mayWrite={mayWrite} />
        <h3>Alerting</h3>
        <p className="dim">{alerted === undefined ? 'Not shown to this account.' : `${plural(alerted.rules, 'rule')} judged for it.`}</p>
        <Applying row={row} />
        <h3>Open problems</h3>
        <OpenProblems label={instance.label} />
      </div>
    </aside>
  )
}

/** What to do, by the cause. */
function WhyOff({ alerted }: { readonly alerted: Alerted }) {
  const ways: Readonly<Record<Alerted['cause'], React.ReactNode>> = {
    '': null,
    global: <Link to={PATHS.rules}>Turn it on with the rules</Link>,
    'instance-silence': <Link to={PATHS.silences}>Show the silence</Link>,
    'filter-silence': <Link to={PATHS.silences}>Show the silence</Link>,
    'no-rule': <Link to={PATHS.rules}>Show the rules</Link>,
    'not-watched': <Link to={PATHS.connections}>Show the connections</Link>,
  }
  return (
    <div className="banner warn" role="status">
      <span aria-hidden="true">▲</span>
      <span>
        {alerted.reason}. {ways[alerted.cause]}
      </span>
    </div>
  )
}

const SCHEMA = z.object({ tags: Tags })

/** They belong to the connection: the agent that has it keeps them, and tells them with its next upload. */
function EditTags({ row: { instance, agent }, mayWrite }: { readonly row: Row; readonly mayWrite: boolean }) {
  const changed = useAlertingChange()
  const text = Object.entries(instance.tags)
    .map(([tag, value]) => `${tag}=${value}`)
    .join(',')
  if (!mayWrite) return <p>{text === '' ? <span className="dim">none</span> : text}</p>
  return (
    <Form
      key={text}
      quiet
      fields={[{ name: 'tags', label: 'Tags of the connection', hint: 'key=value, separated by commas; seen here with its next upload' }]}
      schema={SCHEMA}
      start={{ tags: text }}
      submitLabel="Save the tags"
      busyLabel="Saving…"
      submit={async ({ tags }) => {
        const parts = { params: { connection_name: instance.name }, body: { tags } }
        await changed<unknown>(agent === 'agentless' ? platform.updateAgentless(parts) : agentClient(instance.agent).updateConnection(parts))
        notify('Tags saved', 'They are used from the next upload on.')
      }}
    />
  )
}

/** The exceptions whose thresholds hold here, in the order in which they count. */
function Applying({ row: { instance } }: { readonly row: Row }) {
  const templates = useTemplates().data ?? []
  const own = tagsOf(instance)
  const carries = (filters: readonly { readonly tag: string; readonly value: string }[]) =>
    [...Map.groupBy(filters, ({ tag }) => tag)].every(([tag, any]) => any.some((one) => sameFilter(one, { tag, value: own[tag] ?? '\0' })))
  const applying = templates.filter(({ pg_instance, filters }) => (pg_instance === null ? carries(filters) : pg_instance === instance.label))
  if (applying.length === 0) return <p className="note">No exception applies: every rule has its own thresholds.</p>
  return (
    <ol className="events">
      {applying.map((template) => (
        <li key={template.id}>
          {template.pg_instance ?? filterWords(template.filters, 'alternatives')}:{' '}
          {Object.keys(template.rules).map((rule, i) => (
            <span key={rule}>
              {i === 0 ? '' : ', '}
              <Link to={`${PATHS.rules}?rule=${rule}`}>{rule}</Link>
            </span>
          ))}
        </li>
      ))}
    </ol>
  )
}

function OpenProblems({ label }: { readonly label: string }) {
  const { data } = useProblems({ show: 'open', pg_instance: label, limit: '20' })
  if (data === undefined) return null
  if (data.problems.length === 0) return <p className="note">None.</p>
  return (
    <ol className="events">
      {data.problems.map((problem) => (
        <li key={problem.id}>
          <Severity state={problem.state} /> <Link to={`${PATHS.problems}?problem=${String(problem.id)}`}>{problem.check_name}</Link>{' '}
          <span className="dim">{problem.message}</span>
        </li>
      ))}
    </ol>
  )
}
