import { implement } from '@orpc/server'
import { authorFrom } from '#platform/author.ts'
import { once } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { reportsContract } from '../contract.ts'
import { type ReportWords, reportBarrier, reportProblems } from '../policy.ts'
import { ownReports } from './own-reports.ts'
import { sendReport } from './send-report.ts'
import { findSubject } from './subjects.ts'

const os = implement(reportsContract).$context<RequestContext>()

const send = os.send.use(signedIn).handler(async ({ context: { db, viewer, request, answer }, input, errors }) => {
  const { kind, id, reason, details = '', law = '', name = '', email = '', isGoodFaith = false } = input
  const words: ReportWords = { reason, details, law, name, email, isGoodFaith }
  refuseFields(reportProblems(words))
  const sent = await once({ db, personId: viewer.id, key: request.idempotencyKey, operation: 'reports.send', input }, async (tx) => {
    const outcome = await sendReport(tx, { kind, id, viewer, words })
    switch (outcome) {
      case 'absent':
        throw errors.NOT_FOUND()
      case 'own':
        throw errors.OWN_CONTENT()
      case 'unconfirmed':
        throw errors.CONFIRM_EMAIL_FIRST()
      case 'reported':
        throw errors.ALREADY_REPORTED()
      case 'reviewed':
        throw errors.ALREADY_REVIEWED()
      case 'too often':
        answer.retryAfterSeconds = 3_600
        throw errors.REPORTS_TOO_OFTEN()
      default:
        return { id: outcome.id, sentAt: new Date().toISOString() }
    }
  })
  return { id: sent.id, sentAt: new Date(sent.sentAt) }
})

const subject = os.subject.use(signedIn).handler(async ({ context: { db, viewer }, input, errors }) => {
  const found = await findSubject(db, { ...input, viewer })
  if (!found) throw errors.NOT_FOUND()
  const { kind, id, title, excerpt, path, author, ...state } = found
  return { kind, id, title, excerpt, path, author: author && authorFrom(author.id, author), barrier: reportBarrier(viewer, state) }
})

const mine = os.mine.use(signedIn).handler(({ context: { db, viewer }, input }) => ownReports(db, { ...input, viewer }))

export const reportProcedures = os.router({ send, subject, mine })
