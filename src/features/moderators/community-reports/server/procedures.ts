import { implement } from '@orpc/server'
import { moderateComment } from '#features/comments/server/public.ts'
import { moderatePost } from '#features/communities/posts/server/public.ts'
import { type CommunityNews, communityAccess, lockCommunity } from '#features/communities/server/public.ts'
import type { DiscussionNews } from '#features/discussion/server/public.ts'
import { lockDecisions, publishDecided, recordDecision } from '#features/moderation/server/public.ts'
import type { BellNews, NotificationQueue } from '#features/notifications/server/public.ts'
import { caseInCommunity, casesInCommunity, contextOf, lockCaseInCommunity } from '#features/reports/queue/server/public.ts'
import { writeAudit } from '#platform/server/audit.ts'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { communityReportsContract } from '../contract.ts'
import { mayDecideReports } from '../policy.ts'

type Context = RequestContext & {
  live: LiveHub
  discussionNews: DiscussionNews
  communityNews: CommunityNews
  bellNews: BellNews
  notifications: NotificationQueue
}
const os = implement(communityReportsContract).$context<Context>()

const list = os.list.use(signedIn).handler(async ({ context: { db, viewer }, input: { id }, errors }) => {
  const community = await communityAccess(db, { id, viewer })
  // Owner and mods alone learn whether something is reported. Others get the answer for a community that does not exist.
  if (!community || !mayDecideReports(community)) throw errors.NOT_FOUND()
  return casesInCommunity(db, { communityId: id, viewerId: viewer.id })
})

const context = os.context.use(signedIn).handler(async ({ context: { db, viewer }, input: { caseId }, errors }) => {
  const found = await caseInCommunity(db, { id: caseId, viewerId: viewer.id })
  const community = found && (await communityAccess(db, { id: found.communityId, viewer }))
  if (!community || !mayDecideReports(community)) throw errors.NOT_FOUND()
  return { lines: await contextOf(db, { kind: found.kind, id: found.subjectId }) }
})

/** The feature of each kind of content removes it. */
const moderate = { post: moderatePost, comment: moderateComment } as const

const decide = os.decide.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, notifications } = context
  const { caseId, state, rule, reason, version } = input
  const query = { id: caseId, viewerId: viewer.id }
  const decided = await inTransaction(db, async (tx) => {
    const found = await caseInCommunity(tx, query)
    // The shared lock keeps roles as they are until the commit.
    const community = found && (await lockCommunity(tx, { id: found.communityId, viewer, lock: 'share' }))
    if (!community || !mayDecideReports(community)) throw errors.NOT_FOUND()
    const { kind, subjectId: id, authorId } = found
    /** Checks again with the case locked: a moderator of the site may have decided meanwhile, or a report for the site alone may have arrived. */
    async function byMods(tx: Tx): Promise<void> {
      const locked = await lockCaseInCommunity(tx, query)
      if (!locked) throw errors.NOT_FOUND()
      if (locked.isClaimed) throw errors.CASE_CLAIMED()
      if (version !== undefined && version !== locked.version) throw errors.CONTENT_CHANGED()
    }
    if (state === 'removed') return moderate[kind](tx, { id, moderator: viewer, state, rule, reason, byMods })
    await lockDecisions(tx, id)
    await byMods(tx)
    await recordDecision(tx, { subject: { kind, id }, authorId, moderatorId: viewer.id, state, reason: '', byMods: true })
    await writeAudit(tx, { actorId: viewer.id, action: 'community_reports.keep', subject: { kind, id }, reason: '' })
    return null
  })
  if (decided) publishDecided(decided, context, { NOT_FOUND: errors.NOT_FOUND, FORBIDDEN: errors.NOT_FOUND })
  else notifications.runSoon()
  return { id: caseId }
})

export const communityReportProcedures = os.router({ list, context, decide })
