import type { Membership } from './contract.ts'
import type { Privacy, Role } from './terms.ts'

type Seen = { privacy: Privacy; viewer: Membership }

/** Posting, commenting and liking are for members. */
export const isMember = ({ viewer }: Pick<Seen, 'viewer'>) => viewer.status === 'active'

/** Whether the reader may see what is inside: posts, comments, members, rules. */
export const mayLookInside = (community: Seen) => community.privacy === 'public' || isMember(community)

/** Pinning, announcing, locking, letting people in, and deleting what others wrote. */
export const mayModerate = ({ viewer }: Pick<Seen, 'viewer'>) => viewer.status === 'active' && (viewer.role === 'owner' || viewer.role === 'mod')

/** Everything else: roles, removing and banning, the community itself. */
export const isOwner = ({ viewer }: Pick<Seen, 'viewer'>) => viewer.status === 'active' && viewer.role === 'owner'

export const mayJoin = ({ viewer }: Pick<Seen, 'viewer'>) => viewer.status !== 'banned'
export const mayLeave = ({ viewer }: Pick<Seen, 'viewer'>) => !isOwner({ viewer })

/** Whom an owner may remove, ban or give a role: everybody but themselves. */
export const mayActOn = (actor: Pick<Seen, 'viewer'>, member: { role: Role }) => isOwner(actor) && member.role !== 'owner'

/** What was said in confidence stays so: a private community cannot be made public. */
export const mayBecome = (privacy: { from: Privacy; to: Privacy }) => privacy.from === 'public' || privacy.to === 'private'
