import { useQuery } from '@tanstack/react-query'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import { joinIntentions } from './intentions.ts'

/** Shows the campaign that the form below is about to join. Shows nothing after the intention has expired. */
export function Joining({ id }: { id: string }) {
  const { data } = useQuery(joinIntentions())
  const intention = data?.items.find((one) => one.id === id)
  if (!intention) return null
  const { campaign, supporters, isPrivate } = intention
  return (
    <section className="border-2 border-ink bg-raised px-4 py-3">
      <p className="text-sm">{m.pledges_joining()}</p>
      <p dir="auto" className="type-title text-xl [overflow-wrap:anywhere]">
        {campaign.title}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
        <span className="min-w-0 [overflow-wrap:anywhere]">{m.dashboard_against({ target: campaign.target })}</span>
        <span>
          {formatCount(supporters)} {m.pledges_supporters({ count: supporters })}
        </span>
      </p>
      <p className="mt-1 text-sm text-muted">{isPrivate ? m.pledges_only_you() : m.pledges_everyone()}</p>
    </section>
  )
}
