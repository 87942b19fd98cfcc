import type { Ref } from 'react'

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
