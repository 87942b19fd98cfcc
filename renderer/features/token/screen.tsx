/** One's own account: who is signed in and until when, access tokens for scripts, and the password. */
import { useQueryClient } from '@tanstack/react-query'
import { Modal } from '@mantine/core'
import { KeyRound, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { plural } from '../../../shared/units.ts'
import { useCommands, type Command } from '../../app/commands.ts'
import { PATHS } from '../../app/paths.ts'
import { defineScreen } from '../../app/screen.ts'
import { platform } from '../../data/api.ts'
import { usePoll } from '../../data/use-poll.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Loading, Panel, Problem, Stale } from '../../ui/Feedback.tsx'
import { KeyOnce } from '../../ui/KeyOnce.tsx'
import { Table } from '../../ui/Table.tsx'
import { AddToken } from './AddToken.tsx'
import { columnsOf, nameOf, type Token } from './columns.tsx'
import { Me } from './Me.tsx'
import { Password } from './Password.tsx'
import './token.css'

type Asked =
  { readonly what: 'add' } | { readonly what: 'end'; readonly token: Token } | { readonly what: 'told'; readonly name: string; readonly token: string }

function TokenScreen() {
  const session = usePoll(['own', 'session'], (signal) => platform.getSession(undefined, signal), { every: 30 })
  const tokens = usePoll(['own', 'tokens'], (signal) => platform.listOwnTokens(undefined, signal), { every: 10 })
  const cache = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const reload = () => cache.invalidateQueries({ queryKey: ['own'] })
  const close = () => {
    setAsked(null)
  }
  useCommands(
    useMemo(
      (): readonly Command[] => [
        {
          id: 'token.add',
          title: 'Make an access token',
          group: 'This page',
          keys: 'n',
          words: 'script api key',
          run: () => {
            setAsked({ what: 'add' })
          },
        },
      ],
      [],
    ),
  )
  const columns = useMemo(
    () =>
      columnsOf((token) => {
        setAsked({ what: 'end', token })
      }),
    [],
  )
  return (
    <>
      <h1 className="spoken">Token</h1>
      <Panel label="Signed in" title="Signed in">
        {session.data !== undefined ? (
          <Me of={session.data} />
        ) : session.problem === null ? (
          <Loading lines={5} />
        ) : (
          <Problem problem={session.problem} retry={session.retry} />
        )}
      </Panel>
      <Panel
        label="Access tokens"
        title="Access tokens"
        note={
          tokens.stale && tokens.problem !== null ? (
            <Stale at={tokens.at} problem={tokens.problem} retry={tokens.retry} />
          ) : tokens.data === undefined ? null : (
            `${plural(tokens.data.length, 'token')} of yours`
          )
        }
        tools={
          <button
            type="button"
            className="button small primary"
            title="Make an access token (N)"
            onClick={() => {
              setAsked({ what: 'add' })
            }}
          >
            <Plus size={14} aria-hidden="true" /> Make one
          </button>
        }
      >
        {tokens.data === undefined ? (
          tokens.problem === null ? (
            <Loading lines={3} />
          ) : (
            <Problem problem={tokens.problem} retry={tokens.retry} keeps="Scripts with a valid token go on." />
          )
        ) : (
          <Table
            label="Access tokens"
            rows={tokens.data}
            columns={columns}
            rowId={(row) => row.id}
            sort={{ id: 'issued', descending: true }}
            height={Math.min(tokens.data.length, 10) * 28 + 40}
          />
        )}
      </Panel>
      <Panel label="Your password" title="Your password">
        {session.data === undefined ? <Loading lines={3} /> : <Password of={session.data} reload={reload} />}
      </Panel>
      <Modal opened={asked?.what === 'add'} onClose={close} title="Make an access token">
        <AddToken
          onCancel={close}
          done={async (name, token) => {
            setAsked({ what: 'told', name, token })
            await reload()
          }}
        />
      </Modal>
      <Modal
        opened={asked?.what === 'told'}
        onClose={close}
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
        title={asked?.what === 'told' ? `Access token for ${asked.name}` : ''}
      >
        {asked?.what === 'told' ? (
          <div className="stack-token">
            <p>
              It is told only this once. Send it as the header <code>user-token</code>.
            </p>
            <KeyOnce license={asked.token} file="user-token.txt" what="Access token" />
            <div className="row">
              <button type="button" className="button primary" onClick={close}>
                I have taken it along
              </button>
            </div>
          </div>
        ) : null}
      </Modal>
      <Modal opened={asked?.what === 'end'} onClose={close} title={asked?.what === 'end' ? `End the token of ${nameOf(asked.token)}?` : ''}>
        {asked?.what === 'end' ? (
          <Confirm
            text={`The token ${asked.token.id} ends at once: who uses it is signed out.`}
            action="End it"
            work={async () => {
              await platform.endOwnToken({ params: { token: asked.token.id } })
              await reload()
            }}
            close={close}
          />
        ) : null}
      </Modal>
    </>
  )
}

export default defineScreen({
  path: PATHS.token,
  title: 'Token',
  icon: KeyRound,
  keys: 'k',
  words: 'access account password session sign out api key mine',
  section: 'Access',
  right: null,
  Screen: TokenScreen,
})
