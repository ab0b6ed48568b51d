import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#design/classes.ts'
import { proseClass } from '#design/prose.ts'
import { PersonLink } from '#features/accounts/ui/person-link.tsx'
import { m } from '#messages'
import { SafeHtmlBlock, serverHtml } from '#platform/client/safe-html.tsx'
import { formatCount, fullDay } from '#platform/format.ts'
import { isWebAddress } from '#platform/text.ts'
import type { Community } from '../contract.ts'
import { hostOf } from './community-head.tsx'

type AboutProps = { community: Pick<Community, 'description'>; inside: NonNullable<Community['inside']> }

export function AboutTab({ community: { description }, inside }: AboutProps) {
  const { rulesHtml, quickLinks, owner, createdAt, postsThisWeek, activityScore } = inside
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
      <div className="flex min-w-0 flex-col gap-10">
        <Part id="about-description" title={m.communities_about_title()}>
          <p dir="auto" className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
            {description}
          </p>
        </Part>
        <Part id="about-rules" title={m.communities_about_rules()}>
          {rulesHtml ? <SafeHtmlBlock html={serverHtml(rulesHtml)} className={proseClass} /> : <p className="text-muted">{m.communities_about_no_rules()}</p>}
        </Part>
      </div>
      <div className="flex min-w-0 flex-col gap-10">
        <Part id="about-facts" title={m.communities_about_facts()}>
          <dl className="divide-y divide-line border-b border-line">
            <Fact name={m.communities_about_owner()}>
              <PersonLink person={owner} className="font-semibold" />
            </Fact>
            <Fact name={m.communities_about_created()}>
              <time dateTime={createdAt.toISOString()}>{fullDay(createdAt)}</time>
            </Fact>
            <Fact name={m.communities_about_posts_week()}>{formatCount(postsThisWeek)}</Fact>
            <Fact name={m.communities_about_activity()} hint={m.communities_about_activity_hint()}>
              {formatCount(activityScore)}
            </Fact>
          </dl>
        </Part>
        <QuickLinks links={quickLinks} />
      </div>
    </div>
  )
}

/** The rules and quick links, for the column next to the posts. */
export const AboutAside = ({ inside: { rulesHtml, quickLinks } }: Pick<AboutProps, 'inside'>) => (
  <>
    {rulesHtml && (
      <Part id="about-rules" title={m.communities_about_rules()}>
        <SafeHtmlBlock html={serverHtml(rulesHtml)} className={cx(proseClass, 'text-sm')} />
      </Part>
    )}
    <QuickLinks links={quickLinks} />
  </>
)

/** Renders nothing without valid links. */
function QuickLinks({ links }: { links: readonly { title: string; url: string }[] }) {
  const shown = links.filter(({ url }) => isWebAddress(url))
  if (shown.length === 0) return null
  return (
    <Part id="about-links" title={m.communities_about_links()}>
      <ul className="divide-y divide-line border-b border-line">
        {shown.map(({ title, url }) => (
          <li key={`${title} ${url}`}>
            <a href={url} target="_blank" rel="noopener nofollow ugc" className="group flex min-h-11 items-center justify-between gap-4 py-2 no-underline">
              <span className="min-w-0">
                <span dir="auto" className="block font-semibold [overflow-wrap:anywhere] group-hover:underline">
                  {title}
                </span>
                <span className="block text-sm text-muted [overflow-wrap:anywhere]">{hostOf(url)}</span>
              </span>
              <ExternalLink className="size-4 shrink-0" aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="type-title mb-3 border-t-2 border-ink pt-3 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Fact({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 py-2.5">
      <dt className="text-muted">
        {name}
        {hint && <span className="block text-sm">{hint}</span>}
      </dt>
      <dd className="min-w-0 text-end tabular-nums [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
