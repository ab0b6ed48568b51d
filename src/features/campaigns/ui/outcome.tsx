import { Trophy } from 'lucide-react'
import { proseClass } from '#design/prose.ts'
import { m } from '#messages'
import { SafeHtmlBlock, serverHtml } from '#platform/client/safe-html.tsx'
import { fullDay } from '#platform/format.ts'
import type { Campaign } from '../contract.ts'

type Ended = Pick<Campaign, 'status' | 'endedOn' | 'outcome' | 'outcomeHtml' | 'isHistorical'>

/** The outcome of a campaign, above its demand; a victory is green. Renders nothing for an active campaign. */
export function Outcome({ campaign }: { campaign: Ended }) {
  const { status, endedOn, outcome, outcomeHtml, isHistorical } = campaign
  if (status !== 'victory' && status !== 'archived') return null
  const isVictory = status === 'victory'
  // Dates of historical campaigns are often known only to the year.
  const on = endedOn === null || isHistorical ? '' : fullDay(endedOn)
  const size = isVictory ? 'text-lg' : ''
  return (
    <section aria-labelledby="outcome" className={isVictory ? 'bg-victory text-on-victory print:hidden' : 'border-b border-line bg-sunk print:hidden'}>
      <div className="page-column flex flex-col gap-3 py-6 md:py-8">
        <p id="outcome" className={isVictory ? 'type-title flex items-center gap-3 text-3xl' : 'type-title text-xl'}>
          {isVictory && <Trophy className="size-8 shrink-0" strokeWidth={2.5} aria-hidden="true" />}
          {isVictory ? m.campaigns_won() : isHistorical ? m.campaigns_outcome() : m.campaigns_archived()}
        </p>
        {outcomeHtml && <SafeHtmlBlock html={serverHtml(outcomeHtml)} className={`${proseClass} ${size}`} />}
        {outcome && !outcomeHtml && <p className={`max-w-prose wrap-anywhere ${size}`}>{outcome}</p>}
        {on && (
          <p className={isVictory ? 'font-semibold' : 'text-muted'}>{isVictory ? m.campaigns_won_on({ day: on }) : m.campaigns_archived_on({ day: on })}</p>
        )}
      </div>
    </section>
  )
}
