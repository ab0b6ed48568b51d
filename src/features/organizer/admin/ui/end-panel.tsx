import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useAlert } from '#design/alerts.tsx'
import { Button } from '#design/button.tsx'
import { useToast } from '#design/toasts.tsx'
import type { Campaign } from '#features/campaigns/contract.ts'
import { mayFollow } from '#features/campaigns/policy.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { refetchAfterMutation } from '#platform/client/mutation-effects.ts'
import { api } from './api.ts'
import { endProblemText } from './problem-text.ts'
import { VictoryDialog } from './victory-dialog.tsx'

/** The ways to end a campaign that are still possible. */
export function EndPanel({ campaign }: { campaign: Campaign }) {
  const { id, status } = campaign
  const [isDeclaring, setDeclaring] = useState(false)
  const queries = useQueryClient()
  const toast = useToast()
  const { alert, confirm } = useAlert()
  const archiving = useMutation({
    mutationFn: () => api.archive.call({ id }),
    onSuccess: async () => {
      await refetchAfterMutation(queries)
      toast({ text: m.admin_archived_now() })
    },
    onError: async (error) => {
      await queries.invalidateQueries({ queryKey: api.get.key() })
      await alert(endProblemText(error))
    },
  })
  async function archive() {
    if (await confirm(m.admin_archive_ask(nouns), { confirm: m.admin_archive(), danger: true })) archiving.mutate()
  }
  const mayWin = mayFollow(status, 'victory')
  if (!mayWin && !mayFollow(status, 'archived')) return null
  return (
    <section className="page-column pb-12">
      <details className="border-y border-line py-2">
        <summary className="flex min-h-11 items-center gap-2">
          <ChevronDown className="turns size-5" aria-hidden="true" />
          <h2 className="type-title text-xl">{mayWin ? m.admin_ending(nouns) : m.admin_archive()}</h2>
        </summary>
        <p className="mt-2 max-w-prose text-muted">{mayWin ? m.admin_ending_text() : m.admin_archive_text()}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          {mayWin && <Button onClick={() => setDeclaring(true)}>{m.admin_declare()}</Button>}
          <Button tone="danger" pending={archiving.isPending} onClick={() => void archive()}>
            {m.admin_archive()}
          </Button>
        </div>
      </details>
      <VictoryDialog campaign={campaign} open={isDeclaring} onClose={() => setDeclaring(false)} />
    </section>
  )
}
