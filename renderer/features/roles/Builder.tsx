/** The groups of a role, and what they show, told while they are changed. */
import { Plus, X } from 'lucide-react'
import { platform } from '../../data/api.ts'
import { useKnownTags } from '../../data/known-tags.ts'
import { useOverview } from '../../data/use-overview.ts'
import { usePoll } from '../../data/use-poll.ts'
import { Matching } from '../../ui/Matching.tsx'
import { TagFilters } from '../../ui/TagFilters.tsx'
import { accessOf, accessWords, type Group } from './access.ts'

/** What the groups show now; undefined while that is being asked. */
export function usePreview(groups: readonly Group[]) {
  const access = accessOf(groups)
  const { data, problem } = usePoll(['access', 'preview', JSON.stringify(access)], () => platform.previewRole({ body: { access } }), { every: 10 })
  return { preview: data, problem }
}

export function Builder({ groups, change }: { readonly groups: readonly Group[]; readonly change: (groups: readonly Group[]) => void }) {
  const known = useKnownTags()
  const total = useOverview().data?.instances.length ?? 0
  const { preview, problem } = usePreview(groups)
  const put = (at: number, group: Group) => {
    change(groups.map((one, i) => (i === at ? group : one)))
  }
  return (
    <div className="builder">
      {groups.map((group, i) => (
        <div key={i} className="group">
          <span className="note joint">{i === 0 ? 'Shows instances with' : 'or with'}</span>
          <TagFilters
            label={`Group ${String(i + 1)}`}
            filters={group}
            onChange={(filters) => {
              put(i, filters)
            }}
            joining="all"
            known={known}
            none=""
          />
          {groups.length === 1 ? null : (
            <button
              type="button"
              className="button plain small icon"
              aria-label={`Remove group ${String(i + 1)}`}
              onClick={() => {
                change(groups.filter((_, at) => at !== i))
              }}
            >
              <X size={14} />
            </button>
          )}
        </div>
      ))}
      <div className="row wrap">
        <button
          type="button"
          className="button small"
          onClick={() => {
            change([...groups, []])
          }}
        >
          <Plus size={14} aria-hidden="true" /> Or group
        </button>
        <span className="note">{accessWords(groups)}</span>
      </div>
      {problem === null ? (
        <Matching instances={preview?.instances} total={total} verb="Shows" />
      ) : (
        <p className="note" role="status">
          What it shows cannot be told now: {problem.message}
        </p>
      )}
      {(preview?.unknown_tags ?? []).map((tag) => (
        <div key={tag} className="banner warn" role="status">
          <span aria-hidden="true">▲</span>
          <span>
            No instance carries the tag <strong>{tag}</strong>. A role can only name tags that exist: give it to a connection first.
          </span>
        </div>
      ))}
    </div>
  )
}
