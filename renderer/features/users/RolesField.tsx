import { MultiSelect } from '@mantine/core'

/** Roles as chips, chosen from those there are. Says what none means. */
export function RolesField({
  chosen,
  known,
  choose,
  had,
}: {
  readonly chosen: readonly string[]
  readonly known: readonly string[]
  readonly choose: (roles: readonly string[]) => void
  /** Those the user has now. */
  readonly had: readonly string[]
}) {
  return (
    <div className="whole">
      <MultiSelect
        size="xs"
        label="Roles"
        description={
          known.length === 0
            ? 'There is no role yet; the page Roles makes them.'
            : 'Which instances this user sees: those of any of the roles. None: every instance.'
        }
        placeholder={chosen.length === 0 ? 'Every instance' : ''}
        searchable
        hidePickedOptions
        disabled={known.length === 0}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        data={[...known]}
        value={[...chosen]}
        onChange={choose}
      />
      {had.length > 0 && chosen.length === 0 ? (
        <div className="banner warn" role="status" style={{ marginTop: 8 }}>
          Without a role this user sees every instance.
        </div>
      ) : null}
    </div>
  )
}
