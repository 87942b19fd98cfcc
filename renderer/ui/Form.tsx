/** Fields checked by a schema: what is wrong is said at its field, and the server's refusal above the buttons. */
import { NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type * as z from 'zod'

export interface Field<K extends string> {
  readonly name: K
  readonly label: string
  readonly hint?: string
  readonly secret?: boolean
  readonly placeholder?: string
  readonly width?: 'half' | 'third' | 'two-thirds'
  readonly choices?: readonly string[]
}

interface Props<K extends string> {
  readonly fields: readonly Field<K>[]
  readonly schema: z.ZodType
  readonly start: Readonly<Record<K, string>>
  readonly submitLabel: string
  readonly busyLabel: string
  /** Gets what was typed, valid by the schema. Rejects with an error whose message is the reason. */
  readonly submit: (values: Readonly<Record<K, string>>) => Promise<unknown>
  readonly onCancel?: () => void
  /** A form that is only a part of a page leaves the focus where it is. */
  readonly quiet?: boolean
  /** A text pasted into this field may fill others. */
  readonly spread?: (name: K, text: string) => Partial<Record<K, string>> | null
  readonly children?: (values: Readonly<Record<K, string>>) => ReactNode
}

export function Form<K extends string>({ fields, schema, start, submitLabel, busyLabel, submit, onCancel, quiet = false, spread, children }: Props<K>) {
  const [values, setValues] = useState(start)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState('')
  const checked = schema.safeParse(values)
  const problems = new Map<string, string>(
    (checked.error?.issues ?? []).map((issue): readonly [string, string] => [String(issue.path[0]), issue.message]).reverse(),
  )
  const send = async () => {
    setTouched(new Set(fields.map((field) => field.name)))
    if (!checked.success || busy) return
    setBusy(true)
    setReason('')
    try {
      await submit(values)
    } catch (cause) {
      setReason(cause instanceof Error ? cause.message : 'This did not work.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send()
      }}
    >
      {fields.map(({ name, label, hint, secret = false, placeholder, width, choices }, i) => {
        const Input = secret ? PasswordInput : TextInput
        if (choices !== undefined)
          return (
            <NativeSelect
              key={name}
              size="xs"
              className={width ?? 'whole'}
              label={label}
              name={name}
              data={[...choices]}
              value={values[name]}
              onChange={(event) => {
                const choice = event.currentTarget.value
                setValues((before) => ({ ...before, [name]: choice }))
              }}
            />
          )
        return (
          <Input
            key={name}
            className={width ?? 'whole'}
            label={label}
            description={hint}
            placeholder={placeholder}
            name={name}
            autoComplete={secret ? 'new-password' : 'off'}
            spellCheck={false}
            autoFocus={i === 0 && !quiet}
            data-autofocus={(i === 0 && !quiet) || undefined}
            value={values[name]}
            error={touched.has(name) ? problems.get(name) : undefined}
            onBlur={() => {
              setTouched((before) => new Set([...before, name]))
            }}
            onChange={(event) => {
              const text = event.currentTarget.value
              setValues((before) => ({ ...before, [name]: text, ...spread?.(name, text) }))
            }}
          />
        )
      })}
      {children?.(values)}
      {reason === '' ? null : (
        <div className="banner crit whole" role="alert">
          {reason}
        </div>
      )}
      <div className="row whole">
        <button type="submit" className="button primary" disabled={busy}>
          {busy ? busyLabel : submitLabel}
        </button>
        {onCancel === undefined ? null : (
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}
