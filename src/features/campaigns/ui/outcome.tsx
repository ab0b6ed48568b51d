import { ChevronDown, Trophy } from 'lucide-react'
import { cx } from '#design/classes.ts'
import { proseClass } from '#design/prose.ts'
import { m } from '#messages'
import { SafeHtmlBlock, serverHtml } from '#platform/client/safe-html.tsx'
import { fullDay } from '#platform/format.ts'
import type { Campaign } from '../contract.ts'

type Ended = Pick<Campaign, 'status' | 'endedOn' | 'outcome' | 'outcomeHtml' | 'isHistorical'>

/** A statement of more letters is folded, so that the demand stays near its title. */
const longText = 300

/** How a campaign ended, below its title; a victory is green. Renders nothing for an active campaign. */
export function Outcome({ campaign }: { campaign: Ended }) {
  const { status, endedOn, outcome, isHistorical } = campaign
  if (status !== 'victory' && status !== 'archived') return null
  const isVictory = status === 'victory'
  // Dates of historical campaigns are often known only to the year.
  const on = endedOn === null || isHistorical ? '' : fullDay(endedOn)
  const statement = <Statement campaign={campaign} />
  return (
    <section
      aria-labelledby="outcome"
      className={cx('mt-5 flex max-w-prose flex-col gap-2 p-4 sm:p-5 print:hidden', isVictory ? 'bg-victory text-on-victory' : 'border-s-4 border-ink bg-sunk')}
    >
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span id="outcome" className={cx('type-title flex items-center gap-2', isVictory ? 'text-2xl' : 'text-xl')}>
          {isVictory && <Trophy className="size-6 shrink-0" strokeWidth={2.5} aria-hidden="true" />}
          {isVictory ? m.campaigns_won() : isHistorical ? m.campaigns_outcome() : m.campaigns_archived()}
        </span>
        {on && <span className="font-semibold">{isVictory ? m.campaigns_won_on({ day: on }) : m.campaigns_archived_on({ day: on })}</span>}
      </p>
      {(outcome ?? '').length > longText ? (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center gap-1 font-semibold underline underline-offset-4">
            {isVictory ? m.campaigns_read_how_won() : m.campaigns_read_how_ended()}
            <ChevronDown className="turns size-4" />
          </summary>
          <div className="mt-2">{statement}</div>
        </details>
      ) : (
        statement
      )}
    </section>
  )
}

function Statement({ campaign: { outcome, outcomeHtml } }: { campaign: Ended }) {
  if (outcomeHtml) return <SafeHtmlBlock html={serverHtml(outcomeHtml)} className={proseClass} />
  return outcome && <p className="wrap-anywhere">{outcome}</p>
}
