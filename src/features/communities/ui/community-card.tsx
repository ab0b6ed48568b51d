import { Globe, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '#design/avatar.tsx'
import { buttonClass } from '#design/button.tsx'
import { cardClass, cardLinkClass } from '#design/card.ts'
import { cx } from '#design/classes.ts'
import { VisuallyHidden } from '#design/navigation.tsx'
import { m } from '#messages'
import { compactNumber } from '#platform/format.ts'
import type { ListedCommunity, CommunityCard as Shown } from '../contract.ts'
import type { Privacy } from '../terms.ts'
import { tagsShown } from '../terms.ts'
import { JoinNote, MembershipButton } from './membership-button.tsx'
import { preview } from './preview.ts'
import { useMembership } from './use-membership.ts'

type CardProps = {
  community: Shown
  level?: 2 | 3
  /** Renders a text, for example with the search matches marked. */
  words?: (text: string) => ReactNode
  /** Short text after the number of members. */
  note?: string | undefined
  /** Shows two lines of the description at most. */
  isShort?: boolean
  children?: ReactNode
}

/** A community in a list, with public fields only. `children` are its buttons. */
export function CommunityCard({ community, level = 2, words = (text) => text, note, isShort = false, children }: CardProps) {
  const { slug, name, description, privacy, tags, logoUrl, members } = community
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <article className={cx(cardClass, 'flex h-full flex-col gap-3 p-4 hover:border-edge')}>
      <div className="flex items-center gap-3">
        <Avatar name={name} src={logoUrl} />
        <div className="min-w-0">
          <Heading dir="auto" className="type-title text-xl wrap-anywhere">
            <a href={`/communities/${slug}`} className={cardLinkClass}>
              {words(name)}
            </a>
          </Heading>
          <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted tabular-nums">
            <PrivacySign privacy={privacy} />
            {m.communities_members({ count: members, shown: compactNumber(members) })}
            {note && <span>· {note}</span>}
          </p>
        </div>
      </div>
      <p dir="auto" className={cx('text-sm wrap-anywhere', isShort && 'line-clamp-2 min-h-10')}>
        {description === '' ? m.communities_no_description() : words(isShort ? description : preview(description))}
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
      {children && (
        <div className={cx('relative z-1 flex has-[details[open]]:z-20 flex-wrap items-center gap-2', tags.length === 0 && 'mt-auto')}>{children}</div>
      )}
    </article>
  )
}

/** A card with buttons to view, join or leave the community. */
export function CommunityTile({ community, here, ...card }: Omit<CardProps, 'community' | 'children'> & { community: ListedCommunity; here: string }) {
  const membership = useMembership({ community, texts: 'short', here })
  const { slug, name, viewer } = community
  return (
    <CommunityCard community={community} {...card}>
      <a href={`/communities/${slug}`} aria-label={m.communities_view_named({ name })} className={buttonClass({ size: 'sm' })}>
        {m.communities_view()}
      </a>
      <MembershipButton membership={membership} size="sm" />
      <JoinNote membership={membership} />
      {viewer.status === 'banned' && <p className="text-sm text-muted">{m.communities_banned()}</p>}
    </CommunityCard>
  )
}

/** A lock or globe icon, with its meaning as text for screen readers. */
export function PrivacySign({ privacy }: { privacy: Privacy }) {
  const Sign = privacy === 'private' ? Lock : Globe
  return (
    <>
      <Sign className="size-4 shrink-0" aria-hidden="true" />
      <VisuallyHidden>{privacy === 'private' ? m.communities_private() : m.communities_public()}</VisuallyHidden>
    </>
  )
}
