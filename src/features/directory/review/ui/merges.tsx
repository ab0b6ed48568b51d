import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#design/button.tsx'
import { ReasonDialog } from '#features/moderation/ui/reason-dialog.tsx'
import { m } from '#messages'
import { fullDay } from '#platform/format.ts'
import type { EntryMerge } from '../contract.ts'
import { undoDays } from '../terms.ts'
import { api, openMerges } from './api.ts'

/** Merges that can be undone; nothing if there are none. */
export function Merges() {
  const { data } = useQuery(openMerges())
  const [undoing, setUndoing] = useState<EntryMerge | null>(null)
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="merges" className="mt-10">
      <h2 id="merges" className="type-title text-2xl">
        {m.directory_review_merges()}
      </h2>
      <p className="mt-2 max-w-prose text-muted">{m.directory_review_merges_lead({ days: undoDays })}</p>
      <ul className="mt-4">
        {data.items.map((merge) => (
          <li key={merge.id} className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line py-3 [overflow-wrap:anywhere]">
            <p className="min-w-0 grow basis-80">
              <span dir="auto">{merge.from}</span>
              {' \u2192 '}
              <a href={`/${merge.kind}/${encodeURIComponent(merge.into.slug)}`} className="link" dir="auto">
                {merge.into.name}
              </a>
              <span className="text-sm text-muted"> · {fullDay(merge.mergedAt)}</span>
            </p>
            <Button size="sm" tone="quiet" onClick={() => setUndoing(merge)} aria-label={m.directory_review_undo_named({ name: merge.from })}>
              {m.directory_review_undo()}
            </Button>
          </li>
        ))}
      </ul>
      {undoing && <UndoDialog merge={undoing} onClose={() => setUndoing(null)} />}
    </section>
  )
}

function UndoDialog({ merge: { id, from }, onClose }: { merge: EntryMerge; onClose: () => void }) {
  const queryClient = useQueryClient()
  return (
    <ReasonDialog
      title={m.directory_review_undo_named({ name: from })}
      action={m.directory_review_undo()}
      hint={m.directory_review_reason_hint()}
      texts={{ MERGE_OVER: m.directory_review_problem_over }}
      failed={m.directory_review_failed}
      onClose={onClose}
      onSaved={() => {
        onClose()
        void queryClient.invalidateQueries({ queryKey: api.key() })
      }}
      save={(reason) => api.unmerge.call({ id, reason })}
    >
      <p>{m.directory_review_undo_text()}</p>
    </ReasonDialog>
  )
}
