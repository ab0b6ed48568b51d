import { buttonClass } from '#design/button.tsx'
import { ReportLink } from '#features/reports/ui/report-link.tsx'
import { m } from '#messages'
import { fullDay } from '#platform/format.ts'
import type { CompanyReply } from '../contract.ts'

type CompanySideProps = {
  campaign: { id: string; slug: string; isActive: boolean; isOwn: boolean }
  target: { slug: string | null; name: string }
  reply: CompanyReply
}

/**
 * The target's side on a campaign's page: its statement, or since when it was asked. The same for everybody, except that its author and moderators
 * still read a hidden statement.
 */
export function CompanySide({ campaign, target: { slug, name }, reply: { statement, askedAt } }: CompanySideProps) {
  const shown = statement?.moderation ? null : statement
  if (!shown && !askedAt && !campaign.isActive) return null
  return (
    <section id="company" aria-labelledby="company-title" className="border-t-2 border-ink pt-4">
      <h2 id="company-title" dir="auto" className="type-title text-2xl wrap-anywhere">
        {shown ? m.replies_statement_by({ name }) : m.replies_section({ name })}
      </h2>
      {shown ? (
        <>
          <p className="mt-1 text-sm text-muted wrap-anywhere">{m.replies_statement_posted({ domain: shown.domain, date: fullDay(shown.postedAt) })}</p>
          <blockquote dir="auto" className="mt-3 max-w-prose border-s-4 border-edge ps-4 whitespace-pre-line wrap-anywhere">
            {shown.body}
          </blockquote>
        </>
      ) : (
        <p className="mt-3 max-w-prose text-muted wrap-anywhere">{askedAt ? askedText(askedAt) : m.replies_not_asked({ name })}</p>
      )}
      <p className="mt-2 -ms-3 flex flex-wrap print:hidden">
        {shown && <ReportLink kind="company_statement" id={shown.id} label={m.replies_report_statement()} />}
        {shown && shown.updatedAt > shown.postedAt && (
          <a href={`/campaigns/${campaign.slug}/statement`} className={`${quietLink} text-muted`}>
            {m.replies_statement_earlier({ date: fullDay(shown.updatedAt) })}
          </a>
        )}
        {!shown && campaign.isOwn && campaign.isActive && (
          <a href={`/campaigns/${campaign.slug}/ask`} className={quietLink}>
            {m.replies_ask_link({ name })}
          </a>
        )}
        {!shown && slug && (
          <a href={`/targets/${encodeURIComponent(slug)}/represent`} rel="nofollow" className={`${quietLink} text-muted`}>
            {m.replies_target_link({ name })}
          </a>
        )}
      </p>
    </section>
  )
}

const quietLink = `${buttonClass({ tone: 'quiet', size: 'sm' })} max-w-full text-start wrap-anywhere`

function askedText(askedAt: Date): string {
  const count = Math.floor((Date.now() - askedAt.getTime()) / 86_400_000)
  const date = fullDay(askedAt)
  return count > 0 ? m.replies_asked_days({ count, date }) : m.replies_asked_today({ date })
}
