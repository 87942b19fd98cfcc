/** The query as sessions sent it, with its values: at most one sample an hour, the newest first. */
import { Copy } from 'lucide-react'
import { formatDuration, formatInstant } from '../../../shared/units.ts'
import { useView } from '../../app/state.ts'
import type { SampleRow } from '../../data/api.ts'
import { now } from '../../data/clock.ts'
import { copyText } from '../../ui/copy.ts'
import { Loading, Problem, Status } from '../../ui/Feedback.tsx'
import { Missing } from './Missing.tsx'
import { useSamples, useSampling } from './use-plans.ts'
import type { Asked } from './use-queries.ts'
import { whyNoSample } from './why.ts'

/** So many are shown; they differ in their values alone. */
const MOST = 24

export function SamplesTab({ asked, md5 }: { readonly asked: Asked; readonly md5: string }) {
  const samples = useSamples(asked, md5)
  const sampling = useSampling(asked)
  if (samples.problem !== null && samples.data === undefined) return <Problem problem={samples.problem} retry={samples.retry} />
  if (samples.data === undefined) return <Loading lines={6} />
  if (samples.data.length === 0) return <Missing title="No sample" why={whyNoSample(sampling.data ?? [])} />
  const newest = [...samples.data].reverse().slice(0, MOST)
  const many = new Set(samples.data.map((row) => row.pg_instance)).size > 1
  return (
    <ul className="samples" aria-label="Samples">
      {newest.map((row) => (
        <Sample key={`${row.pg_instance} ${row.time}`} row={row} since={asked.from} many={many} />
      ))}
    </ul>
  )
}

/** One statement as it was sent: when, for how long, by whom, and the text. */
function Sample({ row, since, many }: { readonly row: SampleRow; readonly since: number; readonly many: boolean }) {
  const zone = useView((s) => s.zone)
  const time = Date.parse(`${row.time.replace(' ', 'T')}Z`)
  const by = [`${row.user} in ${row.database}`, row.application_name ?? '', many ? row.pg_instance : ''].filter((part) => part !== '')
  const notes = [
    time < since ? 'Seen earlier in the hour than this range begins: one is kept per hour.' : '',
    /\$\d/.test(row.sample) ? 'The values of $1, $2 … were sent apart from the text and are not kept.' : '',
  ].filter((note) => note !== '')
  return (
    <li>
      <div className="row">
        <strong>{formatInstant(time, now(), zone)}</strong>
        {row.query_age_s === null ? null : <span className="dim">running for {formatDuration(row.query_age_s * 1000)}</span>}
        {row.truncated ? (
          <Status kind="warn" title="track_activity_query_size of the server decides where">
            cut
          </Status>
        ) : null}
        <span className="grow" />
        <button
          type="button"
          className="button plain small"
          onClick={() => {
            void copyText(row.sample, 'Sample')
          }}
        >
          <Copy size={14} aria-hidden="true" /> Copy
        </button>
      </div>
      <p className="note">{by.join(' · ')}</p>
      <pre className="sql" tabIndex={0}>
        {row.sample}
      </pre>
      {notes.map((note) => (
        <p key={note} className="note">
          {note}
        </p>
      ))}
    </li>
  )
}
