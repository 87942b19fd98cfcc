import type { Ref } from 'react'
import { Empty } from './Feedback.tsx'

/** The field that narrows what a table shows. Escape empties and leaves it. With `ref` the key / leads to it. */
export function FilterBox({
  ref,
  label = 'Filter',
  text,
  change,
}: {
  readonly ref?: Ref<HTMLInputElement>
  readonly label?: string
  readonly text: string
  readonly change: (text: string) => void
}) {
  return (
    <input
      ref={ref}
      className="filter"
      placeholder={ref === undefined ? 'Filter' : 'Filter (/)'}
      aria-label={label}
      value={text}
      onChange={(event) => {
        change(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        change('')
        event.currentTarget.blur()
        event.stopPropagation()
      }}
    />
  )
}

/** In the place of a table of which the text leaves nothing. */
export function FilteredOut({ cause, change }: { readonly cause: string; readonly change: (text: string) => void }) {
  return (
    <Empty title="Filtered out" cause={cause}>
      <button
        type="button"
        className="button"
        onClick={() => {
          change('')
        }}
      >
        Remove the filter
      </button>
    </Empty>
  )
}
