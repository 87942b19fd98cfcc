/** One of a few, small enough for a panel's header. The first stands for no choice. */
export function Choice({
  label,
  all,
  options,
  value,
  choose,
}: {
  readonly label: string
  /** What the first entry says. */
  readonly all: string
  readonly options: readonly (string | { readonly value: string; readonly label: string })[]
  /** '' is the first entry. */
  readonly value: string
  readonly choose: (value: string) => void
}) {
  return (
    <select
      className="filter choice"
      aria-label={label}
      value={value}
      onChange={(event) => {
        choose(event.currentTarget.value)
      }}
    >
      <option value="">{all}</option>
      {options.map((option) => {
        const one = typeof option === 'string' ? { value: option, label: option } : option
        return (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        )
      })}
    </select>
  )
}
