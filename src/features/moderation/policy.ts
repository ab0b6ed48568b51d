import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import { isSiteModerator, type Viewer } from '#platform/viewer.ts'
import { type ModerationCode, moderationLimits } from './terms.ts'

/** Moderators may not decide about their own content. */
export const mayDecide = (viewer: Pick<Viewer, 'role'> | null, { isAuthor }: { isAuthor: boolean }): boolean => isSiteModerator(viewer) && !isAuthor

/** Every decision needs a reason, because the author reads it. */
export function reasonProblems(reason: string): FieldProblems<ModerationCode> {
  if (!normalized(reason)) return { reason: 'REASON_MISSING' }
  return lengthOf(normalized(reason)) > moderationLimits.reason ? { reason: 'REASON_TOO_LONG' } : {}
}
