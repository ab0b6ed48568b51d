import { implement } from '@orpc/server'
import { reasonProblems } from '#features/moderation/policy.ts'
import { raise } from '#platform/raise.ts'
import { inTransaction, once } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { moderatorsOnly } from '#platform/server/roles-only.ts'
import { anyone, notSignedIn, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { appealsContract } from '../contract.ts'
import { appealProblems } from '../policy.ts'
import { decideAppeal, type PublishContext } from './decide-appeal.ts'
import { openAppeals } from './open-appeals.ts'
import { sendAppeal } from './send-appeal.ts'
import type { StatementTokens } from './statement-tokens.ts'
import { statementFor } from './statements.ts'

type Context = RequestContext & PublishContext & { statementTokens: StatementTokens }
const os = implement(appealsContract).$context<Context>()
const forModerators = os.use(moderatorsOnly)

/** The person who reads a statement: the viewer, or the author whose link has this token. Null if the token is invalid. */
async function readerOf({ viewer, statementTokens }: Context, { id, token }: { id: string; token?: string | undefined }): Promise<string | null> {
  const author = token === undefined ? null : await statementTokens.authorOf(id, token)
  if (author !== null) return author
  if (viewer === null && token === undefined) throw notSignedIn()
  return viewer?.id ?? null
}

const statement = os.statement.use(anyone).handler(async ({ context, input, errors }) => {
  const personId = await readerOf(context, input)
  const found = (personId && (await statementFor(context.db, { id: input.id, personId }))) || raise(errors.NOT_FOUND())
  // Without a session the files are refused.
  const subject = found.subject && (context.viewer?.id === personId ? found.subject : { ...found.subject, pictures: [] })
  return { ...found, subject }
})

const send = os.send.use(anyone).handler(async ({ context, input, errors }) => {
  const { db, request } = context
  const { id, body } = input
  const personId = (await readerOf(context, input)) ?? raise(errors.NOT_FOUND())
  refuseFields(appealProblems(body))
  const sent = await once({ db, personId, key: request.idempotencyKey, operation: 'appeals.send', input }, async (tx) => {
    const outcome = await sendAppeal(tx, { decisionId: id, personId, body })
    switch (outcome) {
      case 'absent':
        throw errors.NOT_FOUND()
      case 'sent':
        throw errors.APPEAL_SENT()
      case 'superseded':
        throw errors.DECISION_SUPERSEDED()
      case 'late':
        throw errors.APPEAL_TOO_LATE()
      case 'warning':
      case 'waiting':
        throw errors.NOTHING_TO_APPEAL()
      default:
        return { id: outcome.id, sentAt: new Date().toISOString() }
    }
  })
  return { id: sent.id, sentAt: new Date(sent.sentAt) }
})

const open = forModerators.open.use(signedIn).handler(({ context: { db, viewer } }) => openAppeals(db, viewer.id))

const decide = forModerators.decide.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  refuseFields(reasonProblems(input.reason))
  const decided = await inTransaction(db, async (tx) => {
    const outcome = await decideAppeal(tx, { ...input, moderator: viewer })
    switch (outcome) {
      case 'absent':
        throw errors.NOT_FOUND()
      case 'decided':
        throw errors.APPEAL_DECIDED()
      case 'early':
        throw errors.APPEAL_TOO_EARLY()
      case 'author':
      case 'decider':
      case 'admins':
        throw errors.FORBIDDEN()
      default:
        return outcome
    }
  })
  context.pagesChanged('/')
  decided.publish(context)
  return { id: input.id }
})

export const appealProcedures = os.router({ statement, send, open, decide })
