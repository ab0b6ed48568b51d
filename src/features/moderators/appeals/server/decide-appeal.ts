import { ORPCError } from '@orpc/server'
import { moderateCampaign } from '#features/campaigns/server/public.ts'
import { moderateMessage } from '#features/chat/server/public.ts'
import { moderateComment } from '#features/comments/server/public.ts'
import { moderatePost } from '#features/communities/posts/server/public.ts'
import { moderateCommunity } from '#features/communities/server/public.ts'
import { type ContentDecision, type Decided, lockDecisions, settleAppeal } from '#features/moderation/server/public.ts'
import type { ContentKind } from '#features/moderation/terms.ts'
import { type ChangedContent, type ContentNews, lift, publishContent } from '#features/moderators/people/server/public.ts'
import { moderatePicture } from '#features/moderators/pictures/server/public.ts'
import { moderateProfile } from '#features/profiles/server/public.ts'
import { moderateStatement } from '#features/replies/server/public.ts'
import { moderateUpdate } from '#features/updates/server/public.ts'
import { sentence } from '#platform/refusal.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { normalized } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { decidingBarrier } from '../policy.ts'
import type { AppealOutcome, DecidingBarrier } from '../terms.ts'
import { appealFor } from './open-appeals.ts'

/** Each feature restores its own content. */
const moderate = {
  campaign: moderateCampaign,
  comment: moderateComment,
  update: moderateUpdate,
  chat_message: moderateMessage,
  post: moderatePost,
  community: moderateCommunity,
  company_statement: moderateStatement,
  person: moderateProfile,
  picture: moderatePicture,
} satisfies Record<ContentKind, (tx: Tx, decision: ContentDecision) => Promise<Decided<never>>>

type Restored = Awaited<ReturnType<(typeof moderate)[ContentKind]>>
/** Components with which the features publish a restoration: an intersection, because the type of a parameter is inferred. */
export type PublishContext = ContentNews & (Restored extends string | { publish: (context: infer Context) => void } ? Context : never)

type Deciding = { id: string; moderator: Viewer; outcome: AppealOutcome; reason: string }
type Outcome = 'absent' | 'decided' | DecidingBarrier | { publish: (context: PublishContext) => void }

/**
 * Decides an appeal. Granting it records a decision that restores the content or lifts the suspension, which settles the appeal. Returns the reason if it is refused;
 * the caller then rolls the transaction back.
 */
export async function decideAppeal(tx: Tx, { id, moderator, outcome, reason }: Deciding): Promise<Outcome> {
  const appeal = await appealFor(tx, { id, viewerId: moderator.id })
  if (!appeal) return 'absent'
  if (appeal.isDecided) return 'decided'
  const barrier = decidingBarrier(appeal, new Date())
  if (barrier !== null) return barrier
  const isGranted = outcome === 'granted'
  const lifted = isGranted && appeal.isSuspension ? await liftSuspension(tx, { id: appeal.subjectId, moderator, reason }) : null
  const restored: Restored =
    isGranted && !appeal.isSuspension
      ? await moderate[appeal.kind](tx, { id: appeal.subjectId, moderator, state: 'visible', rule: 'other', reason, isOnAppeal: true })
      : 'absent'
  if (restored === 'forbidden') return 'author'
  // A declined appeal changes no content, content that is gone cannot be restored, and a suspension may be over.
  if (restored === 'absent' && lifted === null) {
    await lockDecisions(tx, appeal.subjectId)
    await settleAppeal(tx, { subjectId: appeal.subjectId, moderatorId: moderator.id, outcome, answer: normalized(reason), isSuspension: appeal.isSuspension })
  }
  // Read while the decisions are locked, because another moderator may have decided meanwhile.
  const settled = await tx.selectFrom('moderation_appeal').select(['decided_by', 'decision_id']).where('id', '=', id).executeTakeFirst()
  if (settled?.decided_by !== moderator.id || settled.decision_id !== appeal.decisionId) return 'decided'
  await writeAudit(tx, {
    actorId: moderator.id,
    action: `appeals.${outcome}`,
    subject: { kind: appeal.kind, id: appeal.subjectId },
    reason: normalized(reason),
  })
  if (restored !== 'absent') return restored
  return {
    publish(context) {
      if (lifted) publishContent(context, lifted)
      context.notifications.runSoon()
    },
  }
}

/** Lifts a suspension; null if it is over. */
async function liftSuspension(tx: Tx, given: Parameters<typeof lift>[1]): Promise<ChangedContent | null> {
  const person = await tx.selectFrom('person').select('suspended_at').where('id', '=', given.id).executeTakeFirst()
  const refusal = () => new ORPCError('APPEAL_DECIDED', { status: 409, defined: true, message: sentence('APPEAL_DECIDED') })
  return person?.suspended_at ? lift(tx, { ...given, isOnAppeal: true }, { NOT_FOUND: refusal, FORBIDDEN: refusal, NOT_SUSPENDED: refusal }) : null
}
