import type { ReactNode } from 'react'
import { Avatar } from '#design/avatar.tsx'
import { Badge } from '#design/badge.tsx'
import { m } from '#messages'
import { compactNumber } from '#platform/format.ts'
import type { CommunityCard } from '../contract.ts'
import type { Role } from '../terms.ts'
import { PrivacySign } from './community-card.tsx'
import { RoleBadge } from './role-badge.tsx'

/** `isModerated`: a moderator hid or removed it, and the viewer is its owner. */
type RowProps = { community: CommunityCard & { isModerated?: boolean }; role?: Role | null; children?: ReactNode }

/** A community in a short list, with a person's role in it. */
export function CommunityRow({ community: { slug, name, privacy, members, logoUrl, isModerated = false }, role = null, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-3">
      <Avatar name={name} src={logoUrl} />
      <div className="min-w-0 grow basis-40">
        <p dir="auto" className="font-semibold wrap-anywhere">
          <a href={`/communities/${slug}`} className="link">
            {name}
          </a>
        </p>
        <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-sm text-muted tabular-nums">
          <PrivacySign privacy={privacy} />
          {m.communities_members({ count: members, shown: compactNumber(members) })}
          {isModerated && <Badge tone="neutral">{m.communities_moderated()}</Badge>}
          {role === 'member' ? <Badge tone="neutral">{m.communities_role_member()}</Badge> : <RoleBadge role={role} />}
        </p>
      </div>
      {children}
    </li>
  )
}
