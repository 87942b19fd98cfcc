/** The switch of a setting that has no operation of its own, in its cell and beside its words. */
import type { Declared } from '../../data/use-agent.ts'
import { Toggle } from '../../ui/Toggle.tsx'
import type { Tuned, Ways } from './ways.ts'

/** What changing a row takes. */
export interface Changing {
  readonly ways: Ways
  /** Why nothing may be changed; undefined when it may. */
  readonly locked: string | undefined
  /** Waits for a change and for what it changed to be read anew. */
  readonly act: (work: Promise<unknown>) => Promise<void>
}

/** What each of them reveals or costs, in short. */
export const TUNED: Readonly<Record<Tuned, { readonly title: string; readonly doc: string }>> = {
  literals: { title: 'Values', doc: 'Whether samples may hold the values of statements, as sessions sent them; off, no value leaves the server' },
  plans: { title: 'Plans', doc: 'Whether plans of the costliest statements are estimated (EXPLAIN, never ANALYZE): at most half a per cent of a core' },
}

/** An older agent does not tell: there is nothing to switch then. */
export function Tune({ of, row, context: { ways, locked, act } }: { readonly of: Tuned; readonly row: Declared; readonly context: Changing }) {
  const on = row[of]
  if (on === null)
    return (
      <span className="dim" title="This agent does not tell">
        –
      </span>
    )
  return (
    <Toggle
      label={`${TUNED[of].title}: ${row.name}`}
      on={on}
      change={(to) => act(ways.tune(row.name, of, to))}
      {...(locked === undefined ? {} : { disabled: locked })}
    />
  )
}
