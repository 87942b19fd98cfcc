/** Tag filters as chips with the words between them; another is chosen from what the instances carry, or typed as `tag=value`. */
import { Autocomplete } from '@mantine/core'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KnownTag } from '../../shared/model/access.ts'
import type { TagFilter } from '../../shared/model/report.ts'
import { grouped, joint, readFilter, sameFilter, type Joining } from './tag-filter.ts'
import './tag-filters.css'

interface Props {
  /** Name of the whole, for those who do not see it. */
  readonly label: string
  readonly filters: readonly TagFilter[]
  readonly onChange: (filters: readonly TagFilter[]) => void
  readonly joining: Joining
  /** What can be chosen from: `useKnownTags()`. */
  readonly known: readonly KnownTag[]
  /** What no filter at all means. */
  readonly none?: string
  readonly locked?: boolean
}

export function TagFilters({ label, filters, onChange, joining, known, none = 'All instances', locked = false }: Props) {
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  /** The field takes over the text of what was chosen from the list, after telling us of it; it is wanted empty. */
  const chosen = useRef<string | null>(null)
  const shown = joining === 'alternatives' ? grouped(filters) : filters
  const add = (typed: string) => {
    const filter = readFilter(typed)
    if (filter === null) {
      setReason('Write it as tag=value')
      return
    }
    setReason('')
    setText('')
    if (!filters.some((one) => sameFilter(one, filter))) onChange([...filters, filter])
  }
  const remove = (filter: TagFilter) => {
    onChange(filters.filter((one) => !sameFilter(one, filter)))
  }
  const last = filters.at(-1)
  return (
    <div className="tag-filters" role="group" aria-label={label}>
      {shown.length === 0 ? <span className="dim">{none}</span> : null}
      {shown.map((filter, i) => (
        <span key={`${filter.tag}=${filter.value}`} className="row">
          {i === 0 ? null : <span className="note">{joint(shown, i, joining)}</span>}
          <span className={`chip${locked ? ' fixed' : ''}`}>
            <span className="cut">
              {filter.tag} = {filter.value}
            </span>
            {locked ? null : (
              <button
                type="button"
                aria-label={`Remove ${filter.tag} = ${filter.value}`}
                onClick={() => {
                  remove(filter)
                }}
              >
                <X size={12} />
              </button>
            )}
          </span>
        </span>
      ))}
      {locked ? null : (
        <Autocomplete
          size="xs"
          className="tag-filters-add"
          aria-label={`Add to ${label.toLowerCase()}`}
          placeholder={shown.length === 0 ? 'Narrow by tag=value' : 'tag=value'}
          limit={60}
          maxDropdownHeight={280}
          comboboxProps={{ width: 260, position: 'bottom-start', transitionProps: { duration: 0 } }}
          data={choices(known, filters)}
          value={text}
          error={reason === '' ? undefined : reason}
          onChange={(typed) => {
            setText(typed === chosen.current ? '' : typed)
            chosen.current = null
            setReason('')
          }}
          onOptionSubmit={(option) => {
            chosen.current = option
            add(option)
          }}
          onKeyDown={(event) => {
            const pointed = event.currentTarget.getAttribute('aria-activedescendant') ?? ''
            if (event.key === 'Enter' && pointed === '' && text.trim() !== '') {
              event.preventDefault()
              add(text)
            }
            if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last)
          }}
        />
      )}
    </div>
  )
}

/** What is not chosen yet, by tag. */
const choices = (known: readonly KnownTag[], filters: readonly TagFilter[]) =>
  known
    .map(({ tag, values }) => ({
      group: tag,
      items: values.filter((value) => !filters.some((one) => sameFilter(one, { tag, value }))).map((value) => `${tag}=${value}`),
    }))
    .filter(({ items }) => items.length > 0)
