import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '#design/button.tsx'
import { useAuth } from '#features/accounts/ui/use-auth.ts'
import { m } from '#messages'
import { api, joinIntentions } from './api.ts'
import type { Join } from './use-join.ts'

/** Asks whether to join a campaign if Join was pressed in this browser before the viewer signed in with another form. */
export function JoinQuestion({ campaignId, join }: { campaignId: string; join: Join }) {
  const { viewer } = useAuth()
  const queryClient = useQueryClient()
  const { data } = useQuery(joinIntentions())
  const dropping = useMutation({
    mutationFn: (id: string) => api.dropIntention.call({ id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: joinIntentions().queryKey }),
  })
  const intention = data?.items.find(({ campaign }) => campaign.id === campaignId)
  if (!viewer || !intention || dropping.isPending) return null
  return (
    <section aria-labelledby="join-question" className="border-2 border-ink bg-raised p-4">
      <h2 id="join-question" className="text-lg font-semibold">
        {m.pledges_join_as({ name: viewer.name })}
      </h2>
      <p className="mt-1 text-sm text-muted">{m.pledges_join_as_why()}</p>
      <div className="mt-3 flex gap-3">
        <Button tone="secondary" onClick={() => join.join(intention.isPrivate)}>
          {m.pledges_join_yes()}
        </Button>
        <Button onClick={() => dropping.mutate(intention.id)}>{m.pledges_join_not_now()}</Button>
      </div>
    </section>
  )
}
