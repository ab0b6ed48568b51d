import { implement } from '@orpc/server'
import { publishDecided } from '#features/moderation/server/public.ts'
import type { BellNews, NotificationQueue } from '#features/notifications/server/public.ts'
import { canonicalAddress } from '#platform/canonical-address.ts'
import { raise } from '#platform/raise.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { refuseIfGone } from '#platform/server/lock-person.ts'
import type { MailQueue } from '#platform/server/mail/mail-queue.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { anyone, confirmed, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { normalized } from '#platform/text.ts'
import { repliesContract } from '../contract.ts'
import { addressProblems } from '../policy.ts'
import type { CompanyChecks } from './company-checks.ts'
import { requestLetter } from './letters.ts'
import { requestState, saveRequest } from './requests.ts'
import { moderateStatement, postStatement, replyOf, type StatementNews, statementWithEarlier } from './statements.ts'

export type RepliesContext = RequestContext & {
  companyChecks: CompanyChecks
  mail: Pick<MailQueue, 'add' | 'runSoon'>
  discussionNews: StatementNews
  bellNews: BellNews
  notifications: NotificationQueue
}
const os = implement(repliesContract).$context<RepliesContext>()

const post = os.postStatement.use(confirmed).handler(async ({ context, input: { id, body }, errors }) => {
  const { db, viewer, discussionNews, notifications, pagesChanged } = context
  const outcome = await inTransaction(db, async (tx) => {
    const posted = await postStatement(tx, { campaignId: id, viewer, body })
    if (posted !== 'done') return posted
    await refuseIfGone(tx, viewer.id)
    return posted
  })
  if (outcome === 'absent') throw errors.NOT_FOUND()
  if (outcome === 'forbidden') throw errors.FORBIDDEN()
  if (outcome === 'hidden') throw errors.STATEMENT_HIDDEN()
  if (outcome === 'often') throw errors.STATEMENT_EDITED_OFTEN()
  pagesChanged('/campaigns/')
  discussionNews.changed(id)
  notifications.runSoon()
  return (await replyOf(db, { campaignId: id, viewer })) ?? raise(errors.NOT_FOUND())
})

const statement = os.statement.use(anyone).handler(async ({ context, input, errors }) => {
  return (await statementWithEarlier(context.db, input.id)) ?? raise(errors.NOT_FOUND())
})

const moderate = os.moderate.use(signedIn).handler(async ({ context, input, errors }) => {
  publishDecided(await inTransaction(context.db, (tx) => moderateStatement(tx, { ...input, moderator: context.viewer })), context, errors)
  return { id: input.id }
})

const request = os.request.use(signedIn).handler(async ({ context: { db, viewer, companyChecks }, input, errors }) => {
  const found = await requestState(db, { campaignId: input.id, viewer, hasMail: companyChecks.hasMail })
  return found?.state ?? raise(errors.NOT_FOUND())
})

const ask = os.ask.use(confirmed).handler(async ({ context, input: { id, address }, errors }) => {
  const { db, viewer, companyChecks, mail, answer } = context
  const query = { campaignId: id, viewer, hasMail: companyChecks.hasMail }
  const found = await requestState(db, query)
  if (!found) throw errors.NOT_FOUND()
  const { targetId, state } = found
  if (state.barrier !== null || state.domain === null) throw errors.CANNOT_ASK({ data: { barrier: state.barrier ?? 'unconfirmed' } })
  const { domain } = state
  refuseFields(addressProblems(address, domain))
  const to = normalized(address)
  const { limiter } = companyChecks
  const wait =
    (await limiter.take('companyRequest', viewer.id)) ??
    (await limiter.take('companyRequest', targetId)) ??
    (await limiter.take('mailTo', canonicalAddress(to)))
  if (wait !== null) {
    answer.retryAfterSeconds = wait
    throw errors.CLAIMS_TOO_OFTEN()
  }
  await inTransaction(db, async (tx) => {
    await tx.selectFrom('campaign').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    const locked = await requestState(tx, query)
    if (!locked) throw errors.NOT_FOUND()
    if (locked.state.barrier !== null) throw errors.CANNOT_ASK({ data: { barrier: locked.state.barrier } })
    const requestId = await saveRequest(tx, { campaignId: id, targetId, personId: viewer.id, domain })
    await mail.add(tx, requestLetter(to, { id: requestId, origin: companyChecks.origin, campaignId: id, domain }))
    await refuseIfGone(tx, viewer.id)
  })
  mail.runSoon()
  return (await requestState(db, query))?.state ?? raise(errors.NOT_FOUND())
})

export const statementProcedures = { postStatement: post, statement, moderate, request, ask }
