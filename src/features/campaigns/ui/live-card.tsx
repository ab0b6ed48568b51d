import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from '#design/button.tsx'
import { cardLinkClass } from '#design/card.ts'
import { CountUp } from '#design/count-up.tsx'
import { ProgressBar } from '#design/progress-bar.tsx'
import { joinAction } from '#features/pledges/terms.ts'
import { useCount } from '#features/pledges/ui/counts.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { formatCount } from '#platform/format.ts'
import type { CampaignCard } from '../contract.ts'
import { byTrending, progressGoal } from '../policy.ts'
import { newestActive } from './api.ts'

/** The active campaign with the highest trending score, with its demand, numbers and Join. Renders nothing on a new site. */
export function LiveCard() {
  const [top] = useSuspenseQuery(newestActive()).data.items.toSorted(byTrending)
  return top ? <Live campaign={top} /> : null
}

function Live({ campaign }: { campaign: CampaignCard }) {
  const { slug, title, summary, target, creator, supportersGoal } = campaign
  const { supporters } = useCount(campaign.id, campaign.count, { isLive: true })
  const goal = progressGoal(supporters, supportersGoal)
  return (
    <article data-live="" className="relative min-w-0 border-2 border-ink bg-raised p-5 in-data-signed-in:hidden sm:p-6">
      <p className="type-kicker text-muted">{m.campaigns_live_now()}</p>
      <h2 dir="auto" className="type-title mt-2 text-2xl">
        <Link to="/campaigns/$slug" params={{ slug }} className={cardLinkClass}>
          {title}
        </Link>
      </h2>
      <p className="mt-2 text-sm text-muted [overflow-wrap:anywhere]">
        {creator ? m.campaigns_asks({ creator: creator.name, target: target.name }) : m.campaigns_against({ target: target.name })}
      </p>
      <p dir="auto" className="line-clamp-2 leading-snug font-semibold sm:line-clamp-3">
        {summary}
      </p>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-2">
        <CountUp value={supporters} className="type-figure text-5xl leading-none" />
        <span className="font-semibold">{m.pledges_supporters({ count: supporters })}</span>
        <span className="ms-auto text-sm text-muted">
          {supporters < goal
            ? m.campaigns_live_to_go({ left: formatCount(goal - supporters), goal: formatCount(goal) })
            : m.campaigns_live_reached({ goal: formatCount(goal) })}
        </span>
      </p>
      <ProgressBar
        value={supporters}
        max={goal}
        label={supportersGoal === null ? m.campaigns_goal_next() : m.campaigns_goal()}
        text={m.campaigns_goal_progress({ count: formatCount(supporters), goal: formatCount(goal) })}
        className="mt-2"
      />
      <form method="post" action={joinAction(campaign.id)} className="relative z-10 mt-4">
        <Button type="submit" wide>
          {m.pledges_join(nouns)}
        </Button>
      </form>
    </article>
  )
}
