import { ExternalLink, Globe, Lock, Pencil } from 'lucide-react'
import { Avatar } from '#design/avatar.tsx'
import { buttonClass } from '#design/button.tsx'
import { Breadcrumb } from '#design/navigation.tsx'
import { StoredPicture } from '#features/media/ui/stored-picture.tsx'
import type { Shared } from '#features/site/sharing/ui/channels.ts'
import { ShareButton } from '#features/site/sharing/ui/share-button.tsx'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'
import { readSite } from '#platform/client/site.ts'
import { compactNumber } from '#platform/format.ts'
import { isWebAddress } from '#platform/text.ts'
import type { Community } from '../contract.ts'
import { isOwner } from '../policy.ts'
import { linkNames } from '../terms.ts'
import { MembershipButton } from './membership-button.tsx'
import { preview } from './preview.ts'
import { RoleBadge } from './role-badge.tsx'
import type { MembershipControl } from './use-membership.ts'

type HeadProps = { community: Community; membership: MembershipControl }

export function CommunityHead({ community, membership }: HeadProps) {
  const { slug, name, description, privacy, tags, logoUrl, members, viewer, inside, moderation } = community
  const Sign = privacy === 'private' ? Lock : Globe
  return (
    <header>
      <div className="page-column pt-4">
        <Breadcrumb
          trail={[
            <a key="communities" href="/communities">
              {m.communities_title()}
            </a>,
          ]}
          current={name}
        />
      </div>
      {inside?.banner && (
        <div className="page-column mt-3">
          <StoredPicture
            picture={inside.banner}
            sizes="(min-width: 80rem) 76rem, 100vw"
            alt=""
            isFirst
            className="aspect-[24/5] min-h-24 w-full rounded-md border border-line"
          />
        </div>
      )}
      <div className="page-column flex items-start gap-x-6 gap-y-4 pt-6 pb-6 max-sm:flex-col">
        <Avatar name={name} src={logoUrl} size="lg" />
        <div className="min-w-0 grow">
          <h1 dir="auto" className="type-title text-[clamp(2rem,1.5rem+2.5vw,3.5rem)] leading-[0.95] [overflow-wrap:anywhere]">
            {name}
          </h1>
          <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
            <span className="inline-flex items-center gap-1.5">
              <Sign className="size-4" aria-hidden="true" />
              {privacy === 'private' ? m.communities_private() : m.communities_public()}
            </span>
            <span className="tabular-nums">{m.communities_members({ count: members, shown: compactNumber(members) })}</span>
            {inside && <span>{m.communities_run_by({ owner: inside.owner.name })}</span>}
            <RoleBadge role={viewer.role} />
          </p>
          {description && (
            <p dir="auto" className="mt-3 max-w-prose text-lg whitespace-pre-line [overflow-wrap:anywhere]">
              {/* Shown in full to viewers without access to the content, because they have no About tab. */}
              {inside ? preview(description) : description}
            </p>
          )}
          <Tags tags={tags} />
          {inside && <Links links={inside.links} />}
        </div>
        <div className="flex shrink-0 flex-wrap items-start gap-2">
          {isOwner(community) && !moderation && (
            <a href={`/communities/${slug}/edit`} className={buttonClass()}>
              <Pencil className="size-4" aria-hidden="true" />
              {m.communities_edit()}
            </a>
          )}
          {/* Viewers without access to the content use the button of `JoinPrompt` below. */}
          {inside && !moderation && <MembershipButton membership={membership} tone="primary" />}
          <ShareButton shared={sharedOf(community)} />
        </div>
      </div>
    </header>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label={m.communities_tags_label()} className="mt-3 flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <a
            href={`/communities?${new URLSearchParams({ tag })}`}
            className="target-44 relative inline-flex min-h-8 max-w-full items-center rounded-full border border-line px-3 text-sm no-underline hover:border-ink"
          >
            <bdi className="truncate">{tag}</bdi>
          </a>
        </li>
      ))}
    </ul>
  )
}

const linkTexts = {
  discord: m.communities_link_discord,
  twitter: m.communities_link_twitter,
  website: m.communities_link_website,
  instagram: m.communities_link_instagram,
} as const

/** Shows host names only, so that no link text can misrepresent its target. */
function Links({ links }: { links: NonNullable<Community['inside']>['links'] }) {
  const shown = linkNames.flatMap((name) => {
    const url = links[name]
    return url !== null && isWebAddress(url) ? [{ name, url, host: hostOf(url) }] : []
  })
  if (shown.length === 0) return null
  return (
    <ul aria-label={m.communities_links_label()} className="mt-2 flex flex-wrap gap-x-6">
      {shown.map(({ name, url, host }) => (
        <li key={name} className="min-w-0">
          <a
            href={url}
            target="_blank"
            rel="noopener nofollow ugc"
            aria-label={linkTexts[name]({ host })}
            className="link inline-flex min-h-11 max-w-full items-center gap-1.5 [overflow-wrap:anywhere]"
          >
            {host}
            <ExternalLink className="size-4 shrink-0" aria-hidden="true" />
          </a>
        </li>
      ))}
    </ul>
  )
}

export const hostOf = (url: string) => new URL(url.trim()).hostname.replace(/^www\./, '')

const sharedOf = ({ slug, name }: Community): Shared => ({
  address: `${readSite().origin}/communities/${slug}`,
  text: m.communities_share_text({ name, site: brand.name }),
  title: m.sharing_title_community(),
})
