import { BigNumber } from '#design/big-number.tsx'
import { ProgressBar } from '#design/progress-bar.tsx'
import { m } from '#messages'
import { formatCents, formatCount } from '#platform/format.ts'
import type { Campaign } from '../contract.ts'
import { progressGoal, yearlyCents } from '../policy.ts'
import { impactFormula } from './impact-text.ts'

/** Supporters, impact in full, and the way to the goal. */
export function Numbers({ campaign, supporters }: { campaign: Campaign; supporters: number }) {
  const goal = progressGoal(supporters, campaign.supportersGoal)
  const name = campaign.supportersGoal === null ? m.campaigns_goal_next() : m.campaigns_goal()
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <BigNumber value={supporters} label={m.campaigns_supporters()} how={m.campaigns_how_supporters()} more="/about#supporters" />
        <ImpactNumber campaign={campaign} supporters={supporters} />
      </div>
      <div>
        <ProgressBar
          value={Math.min(supporters, goal)}
          max={goal}
          label={name}
          text={m.campaigns_goal_progress({ count: formatCount(supporters), goal: formatCount(goal) })}
        />
        <p className="mt-1 flex justify-between gap-4 text-sm text-muted">
          <span>{name}</span>
          <span className="type-figure">{m.campaigns_goal_progress({ count: formatCount(supporters), goal: formatCount(goal) })}</span>
        </p>
      </div>
    </div>
  )
}

function ImpactNumber({ campaign: { impact }, supporters }: { campaign: Campaign; supporters: number }) {
  const cents = yearlyCents(impact, supporters)
  const how = impactFormula(impact, supporters)
  if (impact.mode !== 'monetary' || cents === null) {
    return <BigNumber value={supporters} label={m.campaigns_impact_estimate()} how={how} {...(impact.mode === 'monetary' ? {} : { unit: impact.unit })} />
  }
  return (
    <BigNumber
      value={cents}
      format={formatCents}
      label={m.campaigns_impact_estimate()}
      how={how}
      more="/about#impact"
      {...(impact.durationBasis === 'one_time' ? {} : { unit: m.campaigns_per_year() })}
    />
  )
}
