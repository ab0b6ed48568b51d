import { Section } from '#design/section.tsx'
import { m } from '#messages'
import type { Campaign } from '../contract.ts'
import { Years } from './years.tsx'

/** Shown instead of the number and Join: the years, and a note that this is history. The outcome is above the title. */
export function HistoryNote({ campaign }: { campaign: Campaign }) {
  return (
    <div>
      <p className="type-kicker text-muted">{m.campaigns_historical()}</p>
      <div className="mt-2">
        <Years campaign={campaign} isLarge />
      </div>
      <p className="mt-4 text-muted">{m.campaigns_history_note()}</p>
    </div>
  )
}

/** The campaign's sources, numbered. The creator chose the URLs, so `rel` makes search engines ignore them. */
export function Sources({ sources }: { sources: Campaign['sources'] }) {
  if (sources.length === 0) return null
  return (
    <Section id="sources" title={m.campaigns_sources()}>
      <ol className="list-decimal ps-6">
        {sources.map(({ url, description, publisher }) => (
          <li key={`${url} ${description}`} dir="auto" className="py-1.5 wrap-anywhere">
            <a href={url} rel="nofollow ugc noopener noreferrer" target="_blank" className="link">
              {description}
            </a>
            , <cite className="text-muted">{publisher ?? new URL(url).hostname}</cite>
          </li>
        ))}
      </ol>
    </Section>
  )
}
