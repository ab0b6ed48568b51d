import { isOperator, isSiteModerator, type Viewer } from '#platform/viewer.ts'

type Actor = Pick<Viewer, 'id' | 'role'> | null
type Person = { id: string; role: Viewer['role'] }

/** Moderators may suspend members, administrators anybody, and nobody themselves. The same people may lift a suspension. */
export const maySuspend = (viewer: Actor, person: Person): boolean =>
  viewer !== null && viewer.id !== person.id && (isOperator(viewer) || (isSiteModerator(viewer) && person.role === 'member'))

/** Administrators may grant and withdraw roles, their own too. So may the command line. */
export const mayChangeRoles = (viewer: Pick<Viewer, 'role'> | null): boolean => isOperator(viewer)

/** The last administrator can neither be suspended nor lose the role. `otherAdmins`: those who have an account and are not suspended. */
export const mayLoseRole = ({ role, otherAdmins }: { role: Viewer['role']; otherAdmins: number }): boolean => role !== 'admin' || otherAdmins > 0
