import { useState } from 'react'
import { PRESETS, NAMED_RANGES } from '../../app/range.ts'
import { Choice } from '../../ui/Choice.tsx'
import { operationWords } from './words.ts'

/** A text that counts when it is finished: on Enter, and when the field is left. */
function Typed({
  label,
  placeholder,
  value,
  finish,
  invalid = false,
  list,
}: {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly finish: (text: string) => void
  readonly invalid?: boolean
  readonly list?: readonly string[]
}) {
  const [text, setText] = useState(value)
  const id = `${label.replaceAll(' ', '-')}-choices`
  const done = () => {
    if (text.trim() !== value) finish(text.trim())
  }
  return (
    <>
      <input
        className="filter"
        aria-label={label}
        aria-invalid={invalid}
        placeholder={placeholder}
        value={text}
        {...(list === undefined ? {} : { list: id })}
        onChange={(event) => {
          setText(event.currentTarget.value)
        }}
        onBlur={done}
        onKeyDown={(event) => {
          if (event.key === 'Enter') done()
        }}
      />
      {list === undefined ? null : (
        <datalist id={id}>
          {list.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  )
}

export function Filters({
  user,
  operation,
  range,
  operations,
  invalid,
  change,
}: {
  readonly user: string
  readonly operation: string
  readonly range: string
  readonly operations: readonly string[]
  readonly invalid: boolean
  readonly change: (patch: Partial<Readonly<Record<'user' | 'operation' | 'when', string>>>) => void
}) {
  return (
    <>
      <Typed
        key={`user ${user}`}
        label="User"
        placeholder="Login or e-mail"
        value={user}
        finish={(to) => {
          change({ user: to })
        }}
      />
      <Choice
        label="Operation"
        all="Any operation"
        options={[...new Set([...operations, ...(operation === '' ? [] : [operation])])].map((value) => ({ value, label: operationWords(value) }))}
        value={operation}
        choose={(to) => {
          change({ operation: to })
        }}
      />
      <Typed
        key={`when ${range}`}
        label="Time"
        placeholder="Any time, as 24h"
        value={range}
        invalid={invalid}
        list={[...PRESETS.map(({ text }) => text), ...NAMED_RANGES]}
        finish={(to) => {
          change({ when: to })
        }}
      />
    </>
  )
}
