import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#design/button.tsx'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { Campaign } from '../contract.ts'
import { mayPublish } from '../policy.ts'
import { api } from './api.ts'

/** One's own draft: who sees it, and the button that ends this. */
export function DraftBanner({ campaign }: { campaign: Campaign }) {
  const queryClient = useQueryClient()
  const [missing, setMissing] = useState<readonly string[]>([])
  const publishing = useMutation({
    mutationFn: () => api.publish.call({ id: campaign.id }),
    onSuccess: () => queryClient.invalidateQueries(),
    onError: async (error) => {
      const fields = refusalOf(error)?.fields ?? {}
      const { problemTexts } = await import('./problem-texts.ts')
      setMissing(problemTexts(Object.values(fields)))
    },
  })
  if (!mayPublish(campaign)) return null
  return (
    <div className="border-b border-line bg-sunk">
      <div className="page-column flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
        <p className="type-title text-lg">{m.campaigns_draft_note()}</p>
        <Button tone="primary" pending={publishing.isPending} onClick={() => publishing.mutate()}>
          {m.campaigns_draft_publish()}
        </Button>
        <div role="alert" className="w-full empty:hidden">
          {publishing.isError && <Refused missing={missing} />}
        </div>
      </div>
    </div>
  )
}

function Refused({ missing }: { missing: readonly string[] }) {
  if (missing.length === 0) return <p className="font-semibold text-danger-text">{m.campaigns_draft_failed()}</p>
  return (
    <div className="border-s-4 border-danger-text ps-4">
      <p className="font-semibold text-danger-text">{m.campaigns_draft_missing()}</p>
      <ul className="mt-1 list-disc ps-5">
        {missing.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
