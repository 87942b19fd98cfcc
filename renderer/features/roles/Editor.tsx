/** One role: its groups, what a change of them would show, and who has it. A role is replaced as a whole, so the difference is told before. */
import { TextInput } from '@mantine/core'
import { X } from 'lucide-react'
import { useState } from 'react'
import { RoleName } from '../../../shared/model/access.ts'
import { plural } from '../../../shared/units.ts'
import { platform } from '../../data/api.ts'
import { Panel } from '../../ui/Feedback.tsx'
import { notify } from '../../ui/notify.ts'
import { accessOf, accessWords, differenceOf, groupsOf, type Group, type Role } from './access.ts'
import { Builder, usePreview } from './Builder.tsx'
import { People } from './People.tsx'

const NOTHING: readonly Group[] = [[]]

function nameProblem(name: string, taken: readonly string[]): string {
  if (taken.includes(name)) return 'A role of this name exists already'
  return RoleName.safeParse(name).error?.issues[0]?.message ?? ''
}

function Change({ role, groups }: { readonly role: Role; readonly groups: readonly Group[] }) {
  const { preview } = usePreview(groups)
  if (preview === undefined) return null
  const { gained, lost } = differenceOf(role.instances, preview.instances)
  const whom = role.users.length === 0 ? 'Nobody has it.' : `It counts at once for ${role.users.join(', ')}.`
  return (
    <div className="banner" role="status">
      <div className="change">
        {gained.length + lost.length === 0 ? 'The same instances as before.' : null}
        {gained.length === 0 ? null : <div>+ shows {gained.join(', ')}</div>}
        {lost.length === 0 ? null : <div>− no longer shows {lost.join(', ')}</div>}
        <div>{whom}</div>
      </div>
    </div>
  )
}

export function Editor({
  role,
  taken,
  reload,
  done,
  close,
}: {
  /** undefined: one that is being made. */
  readonly role: Role | undefined
  readonly taken: readonly string[]
  readonly reload: () => Promise<void>
  readonly done: (name: string) => void
  readonly close: () => void
}) {
  const [name, setName] = useState('')
  const [touched, setTouched] = useState(false)
  const kept = role === undefined || role.access.length === 0 ? NOTHING : groupsOf(role)
  const [groups, setGroups] = useState<readonly Group[]>(kept)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const problem = role === undefined ? nameProblem(name, taken) : ''
  const changed = JSON.stringify(accessOf(groups)) !== JSON.stringify(accessOf(kept))
  const full = groups.some((group) => group.length > 0)
  const save = async () => {
    setTouched(true)
    if (problem !== '' || !full || busy) return
    setBusy(true)
    setReason('')
    try {
      const call = { params: { role: role?.name ?? name }, body: { access: accessOf(groups) } }
      await (role === undefined ? platform.addRole(call) : platform.updateRole(call))
      await reload()
      notify(call.params.role, role === undefined ? 'Role created' : 'Role changed')
      done(call.params.role)
    } catch (cause) {
      setReason(cause instanceof Error ? cause.message : 'This did not work.')
    } finally {
      setBusy(false)
    }
  }
  const title = role?.name ?? 'New role'
  return (
    <Panel
      label={title}
      title={title}
      note={role === undefined ? 'What its users will see' : `${plural(role.instances.length, 'instance')} · ${plural(role.users.length, 'user')}`}
      tools={
        <button type="button" className="button plain small icon" aria-label="Close" onClick={close}>
          <X size={14} />
        </button>
      }
    >
      <div
        className="role-body"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void save()
        }}
      >
        {role !== undefined ? null : (
          <TextInput
            label="Name"
            className="role-name"
            autoFocus
            autoComplete="off"
            spellCheck={false}
            value={name}
            error={touched && problem !== '' ? problem : undefined}
            onBlur={() => {
              setTouched(name !== '')
            }}
            onChange={(event) => {
              setName(event.currentTarget.value)
            }}
          />
        )}
        <Builder groups={groups} change={setGroups} />
        {role !== undefined && changed ? <Change role={role} groups={groups} /> : null}
        {reason === '' ? null : (
          <div className="banner crit" role="alert">
            {reason}
          </div>
        )}
        <div className="row">
          <button
            type="button"
            className="button primary"
            disabled={busy || !full || (role !== undefined && !changed)}
            title={full ? undefined : 'Name at least one tag: a role without any would show nothing'}
            onClick={() => {
              void save()
            }}
          >
            {busy ? 'Saving…' : role === undefined ? 'Create the role' : 'Save'}
          </button>
          {role !== undefined && changed ? (
            <button
              type="button"
              className="button"
              onClick={() => {
                setGroups(kept)
              }}
            >
              Back to {accessWords(kept)}
            </button>
          ) : null}
        </div>
        {role === undefined ? null : <People role={role} reload={reload} />}
      </div>
    </Panel>
  )
}
