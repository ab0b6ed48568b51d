import type { Membership } from '#features/communities/contract.ts'
import { mayModerate, mayWrite } from '#features/communities/policy.ts'

/**
 * The owner and mods read the reports about what members wrote there, and decide about them. The database view `community_case` leaves out what they
 * must not decide: their own content, harassment and illegality.
 */
export const mayDecideReports = (community: { viewer: Membership; isModerated: boolean }): boolean => mayModerate(community) && mayWrite(community)
