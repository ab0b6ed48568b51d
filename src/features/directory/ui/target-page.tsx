import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { PageReportLink } from '#features/reports/ui/report-link.tsx'
import { m } from '#messages'
import { isWebAddress } from '#platform/text.ts'
import type { Target } from '../targets/contract.ts'
import { TargetLogo } from '../targets/ui/target-logo.tsx'
import { type DirectoryEntry, targetBy } from './api.ts'
import { Campaigns } from './campaigns.tsx'
import { Columns } from './columns.tsx'
import { Head } from './entry-head.tsx'
import type { EntrySearch } from './entry-search.ts'
import { GrowthPlot } from './growth-plot.tsx'
import { PastCampaigns } from './past-campaigns.tsx'
import { Tiles } from './tiles.tsx'

/** The page of a company or organization. */
export function TargetPage({ slug, search }: { slug: string; search: EntrySearch }) {
  const { data: target } = useSuspenseQuery(targetBy(slug))
  const { name, industry, description, numbers, isFictional, isVerified } = target
  const subject: DirectoryEntry = { kind: 'targets', slug, name }
  return (
    <article>
      <Head
        subject={subject}
        isVerified={isVerified}
        trail={[
          <Link key="targets" to="/targets" activeOptions={{ exact: true }}>
            {m.directory_targets()}
          </Link>,
          ...(industry
            ? [
                <Link key="industry" to="/industries/$slug" params={{ slug: industry.slug }}>
                  {industry.name}
                </Link>,
              ]
            : []),
        ]}
        mark={<TargetLogo target={target} size="lg" />}
      >
        <p className="mt-1 flex flex-wrap items-center gap-x-6">
          {industry && (
            <Link to="/industries/$slug" params={{ slug: industry.slug }} className="link inline-flex min-h-11 items-center font-semibold">
              {industry.name}
            </Link>
          )}
          <Website url={target.websiteUrl} />
        </p>
        {description && (
          <p dir="auto" className="mt-3 max-w-prose whitespace-pre-line text-muted [overflow-wrap:anywhere]">
            {description}
          </p>
        )}
        {isFictional && <p className="mt-3 text-sm text-muted">{m.campaigns_fictional_target({ target: name })}</p>}
      </Head>
      <Tiles numbers={numbers} of="target" />
      <Columns subject={subject}>
        <Campaigns subject={subject} search={search} />
        <PastCampaigns slug={slug} />
        <GrowthPlot subject={subject} />
      </Columns>
      <div className="page-column pb-8">
        <p className="border-t border-line print:hidden">
          <a href={`/targets/${encodeURIComponent(slug)}/represent`} rel="nofollow" className="link inline-flex min-h-11 items-center text-sm text-muted">
            {m.replies_target_link({ name })}
          </a>
        </p>
        <PageReportLink kind="target" id={target.id} label={m.reports_report_target()} />
      </div>
    </article>
  )
}

/** Shows the host only, and nothing unless the URL is an http or https URL. */
function Website({ url }: { url: Target['websiteUrl'] }) {
  if (url === null || !isWebAddress(url)) return null
  const host = new URL(url.trim()).hostname.replace(/^www\./, '')
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener nofollow ugc"
      aria-label={m.directory_website({ host })}
      className="link inline-flex min-h-11 max-w-full items-center gap-1.5 [overflow-wrap:anywhere]"
    >
      {host}
      <ExternalLink className="size-4 shrink-0" aria-hidden="true" />
    </a>
  )
}
