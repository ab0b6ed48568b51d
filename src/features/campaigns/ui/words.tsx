import { Link } from '@tanstack/react-router'
import { cx } from '#design/classes.ts'
import { CompanySide } from '#features/replies/ui/company-side.tsx'
import { PageReportLink } from '#features/reports/ui/report-link.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { relativeTime } from '#platform/time-text.ts'
import type { Campaign } from '../contract.ts'
import { addressPart } from '../terms.ts'
import { Sources } from './history.tsx'
import { About, Actions, Alternatives, Product, Why } from './sections.tsx'

export type Latest = { id: string; title: string; createdAt: Date }
type WordsProps = { campaign: Campaign; latest: Latest | null }

/** The campaign's texts: actions and alternatives first, then the reasons. */
export function Words({ campaign, latest }: WordsProps) {
  const { actions, alternatives, isHistorical, impact } = campaign
  const aside = alternatives.length > 0 || impact.mode === 'monetary'
  const shown = campaign.status === 'active' ? latest : null
  // On a phone the frame above ends with a rule, so a section directly below it has none.
  const first = shown ? '' : 'max-sm:[&>section:first-child]:border-t-0 max-sm:[&>section:first-child]:pt-0'
  return (
    <div className="@container flex min-w-0 flex-col gap-10">
      {shown && <LatestUpdate campaign={campaign} latest={shown} />}
      <div className={cx(aside && actions.length > 0 ? 'grid gap-10 @min-[36rem]:grid-cols-2' : 'flex flex-col gap-10', first)}>
        <Actions actions={actions} isHistorical={isHistorical} />
        <div className="flex min-w-0 flex-col gap-10 empty:hidden">
          <Alternatives alternatives={alternatives} isHistorical={isHistorical} />
          <Product impact={impact} />
        </div>
      </div>
      <Why text={campaign.whyItMatters} />
      <About bodyHtml={campaign.bodyHtml} />
      {campaign.reply && <Reply campaign={campaign} reply={campaign.reply} />}
      <Sources sources={campaign.sources} />
      {campaign.status !== 'draft' && !campaign.viewer.isCreator && (
        <PageReportLink kind="campaign" id={campaign.id} label={m.reports_report_campaign(nouns)} />
      )}
    </div>
  )
}

function Reply({ campaign, reply }: { campaign: Campaign; reply: NonNullable<Campaign['reply']> }) {
  const { id, target, viewer, status } = campaign
  return <CompanySide campaign={{ id, slug: addressPart(campaign), isActive: status === 'active', isOwn: viewer.isCreator }} target={target} reply={reply} />
}

/** The newest update in one line, with a link to it. */
function LatestUpdate({ campaign, latest: { id, title, createdAt } }: { campaign: Campaign; latest: Latest }) {
  return (
    <p className="border-s-4 border-accent ps-3 print:hidden">
      <span className="type-kicker block text-muted">{m.campaigns_latest()}</span>
      <Link
        to="/campaigns/$slug"
        params={{ slug: addressPart(campaign) }}
        search={{ tab: 'updates', updateId: id }}
        className="link line-clamp-2 font-semibold wrap-anywhere"
      >
        {m.campaigns_latest_line({ when: relativeTime(createdAt, new Date()), title })}
      </Link>
    </p>
  )
}
