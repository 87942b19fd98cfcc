/** How many instances something covers, and which: told while it is being changed. */
import { plural } from '../../shared/units.ts'

interface Props {
  /** Names of those it covers; undefined: not known yet. */
  readonly instances: readonly string[] | undefined
  /** All there are. */
  readonly total: number
  readonly verb?: string
}

/** Names shown before the rest is counted. */
const NAMED = 6

export function Matching({ instances, total, verb = 'Matches' }: Props) {
  const names = instances ?? []
  const more = names.length - NAMED
  return (
    <p className="note matching" role="status" aria-live="polite" title={names.join('\n')}>
      {instances === undefined ? (
        'Counting…'
      ) : names.length === 0 ? (
        `${verb} none of ${plural(total, 'instance')} now`
      ) : (
        <>
          <strong>
            {verb} {names.length} of {plural(total, 'instance')}
          </strong>
          : {names.slice(0, NAMED).join(', ')}
          {more > 0 ? ` and ${String(more)} more` : ''}
        </>
      )}
    </p>
  )
}
