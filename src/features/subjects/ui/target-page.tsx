import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import type { Target } from '#features/targets/contract.ts'
import { TargetLogo } from '#features/targets/ui/public.ts'
import { m } from '#messages'
import { isWebAddress } from '#platform/text.ts'
import { type Subject, targetBy } from './api.ts'
import { Campaigns } from './campaigns.tsx'
import { Columns } from './columns.tsx'
import { Head } from './head.tsx'
import { Plots } from './plots-still.tsx'
import type { SubjectSearch } from './subject-search.ts'
import { Banner, Tiles } from './tiles.tsx'

/** A company or organisation, and all that is asked of it. */
export function TargetPage({ slug, search }: { slug: string; search: SubjectSearch }) {
  const { data: target } = useSuspenseQuery(targetBy(slug))
  const { name, industry, description, numbers, isFictional } = target
  const subject: Subject = { kind: 'targets', slug, name }
  return (
    <article>
      <Head
        subject={subject}
        trail={[
          <Link key="targets" to="/targets" activeOptions={{ exact: true }}>
            {m.subjects_targets()}
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
        <p className="mt-3 flex flex-wrap items-center gap-x-6">
          {industry && (
            <Link to="/industries/$slug" params={{ slug: industry.slug }} className="link inline-flex min-h-11 items-center font-semibold">
              {industry.name}
            </Link>
          )}
          <Website url={target.websiteUrl} />
        </p>
        {description && (
          <p dir="auto" className="mt-2 max-w-prose text-lg whitespace-pre-line [overflow-wrap:anywhere]">
            {description}
          </p>
        )}
        {isFictional && <p className="mt-3 text-sm text-muted">{m.campaigns_fictional_target({ target: name })}</p>}
      </Head>
      <Tiles numbers={numbers} of="target" />
      <Banner supporters={numbers.supporters} />
      <Columns subject={subject}>
        <Campaigns subject={subject} search={search} />
        <Plots subject={subject} />
      </Columns>
    </article>
  )
}

/** Its host alone; nothing where it is no http or https address. */
function Website({ url }: { url: Target['websiteUrl'] }) {
  if (url === null || !isWebAddress(url)) return null
  const host = new URL(url.trim()).hostname.replace(/^www\./, '')
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener nofollow ugc"
      aria-label={m.subjects_website({ host })}
      className="link inline-flex min-h-11 max-w-full items-center gap-1.5 [overflow-wrap:anywhere]"
    >
      {host}
      <ExternalLink className="size-4 shrink-0" aria-hidden="true" />
    </a>
  )
}
