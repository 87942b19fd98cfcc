/** What can be done with a row, quiet until it is looked at. */
export function RowButton({
  words,
  label,
  press,
  hindrance,
}: {
  readonly words: string
  /** With the row's name, for those who do not see the row. */
  readonly label: string
  readonly press: () => void
  /** Why it cannot be done. */
  readonly hindrance?: string | undefined
}) {
  return (
    <button type="button" className="button plain small" aria-label={label} disabled={hindrance !== undefined} title={hindrance} onClick={press}>
      {words}
    </button>
  )
}
