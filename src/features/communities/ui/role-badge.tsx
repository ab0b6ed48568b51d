import { Badge } from '#design/badge.tsx'
import { m } from '#messages'
import type { Role } from '../terms.ts'

/** A badge for owner and mods; a plain member gets none. */
export function RoleBadge({ role }: { role: Role | null }) {
  if (role === null || role === 'member') return null
  return <Badge tone="outlined">{roleTexts[role]()}</Badge>
}

export const roleTexts: Record<Role, () => string> = {
  owner: m.communities_role_owner,
  mod: m.communities_role_mod,
  member: m.communities_role_member,
}
