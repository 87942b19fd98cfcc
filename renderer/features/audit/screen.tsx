/** Who has changed what, and who has signed in or could not: with before and after, without secrets. */
import { Download, ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useCommands, type Command } from '../../app/commands.ts'
import { PATHS } from '../../app/paths.ts'
import { defineScreen } from '../../app/screen.ts'
import { Empty, Panel } from '../../ui/Feedback.tsx'
import { Listed, ListNote } from '../../ui/Listed.tsx'
import { Table } from '../../ui/Table.tsx'
import { COLUMNS } from './columns.tsx'
import { EntryPanel } from './EntryPanel.tsx'
import { Filters } from './Filters.tsx'
import { useAudit } from './use-audit.ts'
import './audit.css'

function AuditScreen() {
  const { log, asked, before, invalid, change, setOwn, own, save } = useAudit()
  const [said, setSaid] = useState('')
  const open = own('entry')
  const { data } = log.list
  const entry = data?.entries.find(({ id }) => String(id) === open)
  const next = data?.next ?? null
  const filtered = asked.user !== '' || asked.operation !== '' || asked.range !== ''
  const unfilter = () => {
    change({ user: '', operation: '', when: '' })
  }
  useCommands(
    useMemo(
      (): readonly Command[] => [
        {
          id: 'audit.close',
          title: 'Close the entry',
          group: 'This page',
          keys: 'escape',
          run: () => {
            if (open === null) return false
            setOwn('entry', null)
            return true
          },
        },
      ],
      [open, setOwn],
    ),
  )
  return (
    <>
      <h1 className="spoken">Audit</h1>
      <Panel
        label="Audit log"
        title="Audit log"
        busy={log.list.refreshing && before !== null}
        note={<ListNote of={log}>{({ entries }) => `${before === null ? 'newest first' : 'older'} · ${String(entries.length)} shown`}</ListNote>}
        tools={
          log.forbidden ? null : (
            <span className="row wrap audit-tools">
              <Filters
                user={asked.user}
                operation={asked.operation}
                range={asked.range}
                operations={data?.operations ?? []}
                invalid={invalid}
                change={change}
              />
              <button
                type="button"
                className="button small"
                disabled={data === undefined || data.entries.length === 0 || invalid}
                title="Everything that passes the filters"
                onClick={() => {
                  save().then(setSaid, (cause: unknown) => {
                    setSaid(cause instanceof Error ? cause.message : 'The file was not made.')
                  })
                }}
              >
                <Download size={14} aria-hidden="true" /> CSV
              </button>
            </span>
          )
        }
      >
        {said === '' ? null : (
          <div className="banner" role="status" style={{ margin: '0 12px 8px' }}>
            {said}
          </div>
        )}
        {invalid ? (
          <div className="banner warn" role="alert" style={{ margin: '0 12px 8px' }}>
            “{asked.range}” is no time. Write 24h, yesterday, 14:00-15:00 or 2026-03-01 08:00..09:15. Any time is shown.
          </div>
        ) : null}
        <Listed of={log} refusal="The log is read by administrators." keeps="What is done goes on being logged.">
          {({ entries }) =>
            entries.length === 0 ? (
              filtered ? (
                <Empty title="Filtered out" cause="No entry passes the filters.">
                  <button type="button" className="button" onClick={unfilter}>
                    Remove the filters
                  </button>
                </Empty>
              ) : (
                <Empty title="Nothing is logged yet" cause="Every sign-in and every change will be." />
              )
            ) : (
              <>
                <Table
                  label="Audit log"
                  rows={entries}
                  columns={COLUMNS}
                  rowId={(row) => String(row.id)}
                  selected={open}
                  onOpen={({ id }) => {
                    setOwn('entry', String(id) === open ? null : String(id))
                  }}
                  height={Math.min(entries.length, 16) * 28 + 40}
                />
                {before === null && next === null ? null : (
                  <div className="row audit-pages">
                    <button
                      type="button"
                      className="button small"
                      disabled={before === null}
                      onClick={() => {
                        setOwn('before', null)
                      }}
                    >
                      Newest
                    </button>
                    <button
                      type="button"
                      className="button small"
                      disabled={next === null}
                      onClick={() => {
                        setOwn('before', String(next))
                      }}
                    >
                      Older
                    </button>
                  </div>
                )}
              </>
            )
          }
        </Listed>
      </Panel>
      {entry === undefined ? null : (
        <EntryPanel
          key={entry.id}
          entry={entry}
          close={() => {
            setOwn('entry', null)
          }}
        />
      )}
    </>
  )
}

export default defineScreen({
  path: PATHS.audit,
  title: 'Audit',
  icon: ScrollText,
  keys: 'y',
  words: 'log history who changed sign-ins before after',
  section: 'Access',
  right: 'admin',
  Screen: AuditScreen,
})
