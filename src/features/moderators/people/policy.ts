import { reasonProblems } from '#features/moderation/policy.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import { isOperator, isSiteModerator, type Viewer } from '#platform/viewer.ts'
import { addressLimits } from './terms.ts'

type Actor = Pick<Viewer, 'id' | 'role'> | null
type Person = { id: string; role: Viewer['role'] }

/**
 * Moderators may suspend members, administrators anybody, and nobody themselves. The same people may change or lift a suspension, except that
 * moderators leave an administrator's as it is.
 */
export const maySuspend = (viewer: Actor, person: Person & { isSuspendedByAdmin: boolean }): boolean =>
  viewer !== null && viewer.id !== person.id && (isOperator(viewer) || (isSiteModerator(viewer) && person.role === 'member' && !person.isSuspendedByAdmin))

/** Moderators may read the email addresses of members, administrators those of everybody. */
export const mayReadAddress = (viewer: Pick<Viewer, 'role'> | null, person: Pick<Person, 'role'>): boolean =>
  isOperator(viewer) || (isSiteModerator(viewer) && person.role === 'member')

/** The reason for reading an address says what it is needed for. */
export const addressReasonProblems = (reason: string) => {
  const found = reasonProblems(reason)
  return Object.keys(found).length === 0 && lengthOf(normalized(reason)) < addressLimits.reason ? { reason: 'REASON_TOO_SHORT' } : found
}

/** Administrators may grant and withdraw roles, their own too. So may the command line. */
export const mayChangeRoles = (viewer: Pick<Viewer, 'role'> | null): boolean => isOperator(viewer)

/** The last administrator can neither be suspended nor lose the role. `otherAdmins`: those who have an account and are not suspended. */
export const mayLoseRole = ({ role, otherAdmins }: { role: Viewer['role']; otherAdmins: number }): boolean => role !== 'admin' || otherAdmins > 0
