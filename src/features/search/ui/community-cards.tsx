import { Globe, Lock } from 'lucide-react'
import { Avatar } from '#design/avatar.tsx'
import { cardClass, cardLinkClass } from '#design/card.tsx'
import { cx } from '#design/classes.ts'
import { VisuallyHidden } from '#design/navigation.tsx'
import { m } from '#messages'
import { compactNumber } from '#platform/format.ts'
import type { FoundCommunity } from '../contract.ts'
import { Marked } from './marked.tsx'

const tagsShown = 3

export function CommunityCards({ communities, query }: { communities: readonly FoundCommunity[]; query: string }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {communities.map((community) => (
        <li key={community.id} className={cx(cardClass, 'flex flex-col gap-3 p-4')}>
          <CommunityCard community={community} query={query} />
        </li>
      ))}
    </ul>
  )
}

function CommunityCard({ community, query }: { community: FoundCommunity; query: string }) {
  const { slug, name, description, privacy, tags, logoUrl, members } = community
  const Sign = privacy === 'private' ? Lock : Globe
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar name={name} src={logoUrl} />
        <div className="min-w-0">
          <h2 dir="auto" className="type-title text-xl wrap-anywhere">
            <a href={`/communities/${slug}`} className={cardLinkClass}>
              <Marked text={name} query={query} />
            </a>
          </h2>
          <p className="flex items-center gap-1.5 text-sm text-muted tabular-nums">
            <Sign className="size-4" aria-hidden="true" />
            <VisuallyHidden>{privacy === 'private' ? m.search_privacy_private() : m.search_privacy_public()}</VisuallyHidden>
            {m.search_members({ count: members, shown: compactNumber(members) })}
          </p>
        </div>
      </div>
      <p dir="auto" className="line-clamp-2 min-h-10 text-sm">
        {description === '' ? m.search_no_description() : <Marked text={description} query={query} />}
      </p>
      {tags.length > 0 && (
        <p className="mt-auto flex flex-wrap gap-1.5">
          {tags.slice(0, tagsShown).map((tag) => (
            <span key={tag} className="max-w-full truncate rounded-full border border-line px-2 py-0.5 text-xs">
              {tag}
            </span>
          ))}
          {tags.length > tagsShown && <span className="px-1 py-0.5 text-xs text-muted">+{tags.length - tagsShown}</span>}
        </p>
      )}
    </>
  )
}
