import type { ReactNode } from 'react'
import { BigNumber, HowCounted } from '#design/big-number.tsx'
import { ProgressBar } from '#design/progress-bar.tsx'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'
import { formatCount, formatDollars } from '#platform/format.ts'
import type { Campaign } from '../contract.ts'
import { progressGoal, yearlyCents } from '../policy.ts'
import { impactFormula } from './impact-text.ts'

type Counted = { campaign: Pick<Campaign, 'impact' | 'supportersGoal' | 'status'>; supporters: number }

/** Supporters, progress to the goal, and the estimate in one line. */
export function Numbers(counted: Counted) {
  return (
    <div className="flex flex-col gap-3">
      <SupporterNumber {...counted} />
      <ImpactLine {...counted} />
    </div>
  )
}

/** The number of supporters and, while the campaign is active, the number missing to the goal. */
export function SupporterNumber({ campaign: { supportersGoal, status }, supporters }: Counted) {
  const isActive = status === 'active'
  const goal = progressGoal(supporters, supportersGoal)
  const shownGoal = formatCount(goal)
  return (
    <div className="flex flex-col gap-2">
      <BigNumber value={supporters} label={m.pledges_supporters({ count: supporters })} />
      {isActive && (
        <div>
          <ProgressBar
            value={Math.min(supporters, goal)}
            max={goal}
            label={supportersGoal === null ? m.campaigns_goal_next() : m.campaigns_goal()}
            text={m.campaigns_goal_progress({ count: formatCount(supporters), goal: shownGoal })}
          />
          <p className="mt-1 text-sm text-muted tabular-nums">
            {supporters < goal ? m.campaigns_to_go({ count: formatCount(goal - supporters), goal: shownGoal }) : m.campaigns_goal_reached({ goal: shownGoal })}
          </p>
        </div>
      )}
    </div>
  )
}

/** The estimate in one line. Omitted if the impact is not in money or the campaign has ended. */
export function ImpactLine({ campaign: { impact, status }, supporters, ladder }: Counted & { ladder?: ReactNode }) {
  const cents = status === 'active' ? yearlyCents(impact, supporters) : null
  return (
    <div>
      {cents !== null && impact.mode === 'monetary' && (
        <p className="type-title text-lg tabular-nums">{moneyLine(impact.durationBasis === 'one_time', cents)}</p>
      )}
      {impact.mode === 'non_monetary' && <p className="wrap-anywhere">{m.campaigns_counted_in({ unit: impact.unit })}</p>}
      <HowCounted more="/about#supporters">
        <p>{readSite().countsAccounts ? m.campaigns_how_supporters_accounts() : m.campaigns_how_supporters()}</p>
        {ladder}
        {(cents !== null || impact.mode === 'non_monetary') && <p className="mt-2">{impactFormula(impact, supporters)}</p>}
      </HowCounted>
    </div>
  )
}

function moneyLine(isOnce: boolean, cents: number): string {
  const figure = formatDollars(cents)
  return isOnce ? m.campaigns_impact_line_once({ figure }) : m.campaigns_impact_line({ figure })
}
