import { m } from '#messages'
import type { Campaign } from '../contract.ts'
import { Section } from './sections.tsx'
import { Years } from './years.tsx'

/** In place of the number and Join: when it was, how it ended, and that this is history. */
export function HistoryNote({ campaign }: { campaign: Campaign }) {
  return (
    <div className="page-column grid gap-x-12 gap-y-4 py-6 lg:grid-cols-[7fr_5fr]">
      <div>
        <p className="type-kicker text-muted">{m.campaigns_historical()}</p>
        <div className="mt-2 text-3xl">
          <Years campaign={campaign} />
        </div>
        {campaign.outcome && (
          <>
            <h2 className="type-title mt-4 text-xl">{m.campaigns_outcome()}</h2>
            <p className="mt-1 max-w-prose">{campaign.outcome}</p>
          </>
        )}
      </div>
      <p className="max-w-prose self-end border-s-4 border-ink ps-4 text-muted">{m.campaigns_history_note()}</p>
    </div>
  )
}

export function Sources({ sources }: { sources: Campaign['sources'] }) {
  if (sources.length === 0) return null
  return (
    <Section id="sources" title={m.campaigns_sources()}>
      <ol className="list-decimal ps-6">
        {sources.map(({ title, publisher, url }) => (
          <li key={url} className="py-1.5">
            <a href={url} rel="nofollow noopener noreferrer" target="_blank" className="link">
              {title}
            </a>
            , <cite className="text-muted">{publisher}</cite>
          </li>
        ))}
      </ol>
    </Section>
  )
}
