import { useQuery } from '@tanstack/react-query'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { formatCount } from '#platform/format.ts'
import { joinIntentions } from './api.ts'
import { visibilityText } from './who-sees.tsx'

/** Shows the campaign that the form below is about to join. Shows nothing after the intention has expired. */
export function Joining({ id }: { id: string }) {
  const { data } = useQuery(joinIntentions())
  const intention = data?.items.find((one) => one.id === id)
  if (!intention) return null
  const { campaign, supporters, isPrivate } = intention
  return (
    <CampaignToJoin
      kicker={m.pledges_joining()}
      title={campaign.title}
      target={campaign.target}
      supporters={supporters}
      note={visibilityText({ isPrivate, hasJoined: false })}
    />
  )
}

/** Shows the campaign that a link from elsewhere invited to join. */
export function InvitedTo(campaign: Pick<CampaignToJoinProps, 'title' | 'target' | 'supporters'>) {
  return <CampaignToJoin {...campaign} kicker={m.pledges_invited(nouns)} note={m.pledges_invited_note()} />
}

type CampaignToJoinProps = { kicker: string; title: string; target: string; supporters: number; note: string }

function CampaignToJoin({ kicker, title, target, supporters, note }: CampaignToJoinProps) {
  return (
    <section className="border-2 border-ink bg-raised px-4 py-3">
      <p className="text-sm">{kicker}</p>
      <p dir="auto" className="type-title text-xl [overflow-wrap:anywhere]">
        {title}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
        <span className="min-w-0 [overflow-wrap:anywhere]">{m.dashboard_against({ target })}</span>
        <span>
          {formatCount(supporters)} {m.pledges_supporters({ count: supporters })}
        </span>
      </p>
      <p className="mt-1 text-sm text-muted">{note}</p>
    </section>
  )
}
