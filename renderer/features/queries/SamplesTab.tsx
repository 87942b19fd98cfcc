/** The query as sessions sent it, with its values: at most one sample an hour, the newest first. */
import { Copy } from 'lucide-react'
import { formatDuration, formatInstant } from '../../../shared/units.ts'
import { useView } from '../../app/state.ts'
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
  const zone = useView((s) => s.zone)
  const samples = useSamples(asked, md5)
  const sampling = useSampling(asked)
  if (samples.problem !== null && samples.data === undefined) return <Problem problem={samples.problem} retry={samples.retry} />
  if (samples.data === undefined) return <Loading lines={6} />
  if (samples.data.length === 0) return <Missing title="No sample" why={whyNoSample(sampling.data ?? [])} />
  const newest = [...samples.data].reverse().slice(0, MOST)
  return (
    <ul className="samples" aria-label="Samples">
      {newest.map((row) => (
        <li key={`${row.pg_instance} ${row.time}`}>
          <div className="row">
            <span className="grow note">
              {formatInstant(Date.parse(`${row.time.replace(' ', 'T')}Z`), now(), zone)} · {row.user} in {row.database}
              {row.application_name === null ? '' : ` · ${row.application_name}`}
              {row.query_age_s === null ? '' : ` · running for ${formatDuration(row.query_age_s * 1000)}`}
              {row.truncated ? (
                <>
                  {' '}
                  <Status kind="warn" title="track_activity_query_size of the server decides where">
                    cut
                  </Status>
                </>
              ) : null}
            </span>
            <button
              type="button"
              className="button small"
              onClick={() => {
                void copyText(row.sample, 'Sample')
              }}
            >
              <Copy size={14} aria-hidden="true" /> Copy
            </button>
          </div>
          <pre className="sql" tabIndex={0}>
            {row.sample}
          </pre>
        </li>
      ))}
    </ul>
  )
}
