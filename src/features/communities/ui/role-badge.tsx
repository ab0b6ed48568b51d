import { Badge } from '#design/badge.tsx'
import { m } from '#messages'
import type { Role } from '../terms.ts'

/** Says who owns or moderates; a plain member needs none. */
export function RoleBadge({ role }: { role: Role | null }) {
  if (role === null || role === 'member') return null
  return <Badge tone="outlined">{role === 'owner' ? m.communities_role_owner() : m.communities_role_mod()}</Badge>
}
