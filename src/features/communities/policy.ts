import type { Membership } from './contract.ts'
import type { Privacy, Role } from './terms.ts'

type Seen = { privacy: Privacy; viewer: Membership }

/** Nobody, not even its owner, writes to a community that a moderator hid. */
export const mayWrite = ({ isModerated }: { isModerated: boolean }) => !isModerated

/** Only active members may post, comment and like. */
export const isMember = ({ viewer }: Pick<Seen, 'viewer'>) => viewer.status === 'active'

/** True if the viewer may see the content: posts, comments, members, rules. */
export const maySeeInside = (community: Seen) => community.privacy === 'public' || isMember(community)

/** Owner and mods may pin, announce and lock posts, approve requests, delete what others wrote, and remove and ban members. */
export const mayModerate = ({ viewer }: Pick<Seen, 'viewer'>) => viewer.status === 'active' && (viewer.role === 'owner' || viewer.role === 'mod')

/** Only the owner may change roles, and edit or delete the community. */
export const isOwner = ({ viewer }: Pick<Seen, 'viewer'>) => viewer.status === 'active' && viewer.role === 'owner'

export const mayJoin = ({ viewer }: Pick<Seen, 'viewer'>) => viewer.status !== 'banned'
export const mayLeave = ({ viewer }: Pick<Seen, 'viewer'>) => !isOwner({ viewer })

/** The owner may remove or ban every other member; mods may remove and ban those who are neither owner nor mod. */
export const mayActOn = (actor: Pick<Seen, 'viewer'>, member: { role: Role }) =>
  member.role !== 'owner' && (isOwner(actor) || (mayModerate(actor) && member.role === 'member'))

/** A private community cannot become public, because its members posted for members only. */
export const mayBecome = (privacy: { from: Privacy; to: Privacy }) => privacy.from === 'public' || privacy.to === 'private'
