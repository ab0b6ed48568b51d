import { Trophy } from 'lucide-react'
import { proseClass } from '#design/prose.ts'
import { m } from '#messages'
import { SafeHtmlBlock, serverHtml } from '#platform/client/safe-html.tsx'
import { fullDay } from '#platform/format.ts'
import type { Campaign } from '../contract.ts'

type Ended = Pick<Campaign, 'status' | 'endedOn' | 'outcome' | 'outcomeHtml'>

/** How a campaign of this site ended, and when: a victory with pride, in its creator's words. Nothing while it goes on. */
export function Outcome({ campaign }: { campaign: Ended }) {
  const { status, endedOn, outcomeHtml } = campaign
  if (status !== 'victory' && status !== 'archived') return null
  const isVictory = status === 'victory'
  const on = endedOn === null ? '' : fullDay(endedOn)
  return (
    <section aria-labelledby="outcome" className={isVictory ? 'bg-victory text-on-victory' : 'border-b border-line bg-sunk'}>
      <div className="page-column flex flex-col gap-3 py-6 md:py-8">
        <h2 id="outcome" className={isVictory ? 'type-title flex items-center gap-3 text-3xl' : 'type-title text-xl'}>
          {isVictory && <Trophy className="size-8 shrink-0" strokeWidth={2.5} aria-hidden="true" />}
          {isVictory ? m.campaigns_won() : m.campaigns_archived()}
        </h2>
        {outcomeHtml && <SafeHtmlBlock html={serverHtml(outcomeHtml)} className={`${proseClass} ${isVictory ? 'text-lg' : ''}`} />}
        {on && (
          <p className={isVictory ? 'font-semibold' : 'text-muted'}>{isVictory ? m.campaigns_won_on({ day: on }) : m.campaigns_archived_on({ day: on })}</p>
        )}
      </div>
    </section>
  )
}
