import { implement } from '@orpc/server'
import { authorFrom } from '#platform/author.ts'
import type { ProofOfWork } from '#platform/server/http/proof-of-work.ts'
import { inTransaction, once } from '#platform/server/idempotency.ts'
import type { MailQueue } from '#platform/server/mail/mail-queue.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { anyone, notSignedIn, type RequestContext, signedIn, unconfirmed } from '#platform/server/rpc.ts'
import { normalized } from '#platform/text.ts'
import { reportsContract } from '../contract.ts'
import { type ReportWords, reportBarrier, reportProblems } from '../policy.ts'
import type { ReportBarrier } from '../terms.ts'
import { confirmReportLetter } from './letters.ts'
import { ownReports } from './own-reports.ts'
import { sendReport } from './send-report.ts'
import { findSubject, subjectFrom } from './subjects.ts'
import { confirmReport, storeUnconfirmed, type VisitorReports } from './visitor-reports.ts'

type ReportsContext = RequestContext & {
  visitorReports: VisitorReports
  proofOfWork: ProofOfWork
  mail: Pick<MailQueue, 'add' | 'runSoon'>
  heldContent: { runSoon: () => void }
}

const os = implement(reportsContract).$context<ReportsContext>()

const send = os.send.use(anyone).handler(async ({ context, input, errors }) => {
  const { db, viewer, request, answer, visitorReports, proofOfWork, mail, heldContent } = context
  const { kind, id, reason, details = '', law = '', name = '', email = '', isGoodFaith = false } = input
  const words: ReportWords = { reason, details, law, name, email, isGoodFaith }
  function refuse(barrier: ReportBarrier | 'absent' | 'too often'): never {
    switch (barrier) {
      case 'absent':
        throw errors.NOT_FOUND()
      case 'own':
        throw errors.OWN_CONTENT()
      case 'signed_out':
        throw notSignedIn()
      case 'unconfirmed':
        throw unconfirmed()
      case 'reported':
        throw errors.ALREADY_REPORTED()
      case 'reviewed':
        throw errors.ALREADY_REVIEWED()
      case 'too often':
        answer.retryAfterSeconds ??= 3_600
        throw errors.REPORTS_TOO_OFTEN()
    }
  }
  if (viewer === null) {
    if (!visitorReports.isOpen) throw notSignedIn()
    // Does not search by the address, because a response must not reveal whether its owner has reported this.
    const found = await findSubject(db, { kind, id, viewer })
    if (!found) return refuse('absent')
    const barrier = reportBarrier({ viewer, takesVisitors: true }, found)
    if (barrier !== null) return refuse(barrier)
    refuseFields(reportProblems(words, { isVisitor: true }))
    await proofOfWork.demand({ address: request.address, proof: input.proof, openSeconds: input.openSeconds, website: input.website })
    const wait = await visitorReports.countReport({ address: request.address, email: normalized(email) })
    if (wait !== null) {
      answer.retryAfterSeconds = wait
      return refuse('too often')
    }
    await inTransaction(db, async (tx) => {
      const token = await storeUnconfirmed(tx, { kind, id, words })
      await mail.add(tx, confirmReportLetter(normalized(email), { origin: visitorReports.origin, token, kind, id }))
    })
    mail.runSoon()
    return { id: null, sentAt: new Date() }
  }
  refuseFields(reportProblems(words, { isVisitor: false }))
  const sent = await once({ db, personId: viewer.id, key: request.idempotencyKey, operation: 'reports.send', input }, async (tx) => {
    const outcome = await sendReport(tx, { kind, id, viewer, words })
    return typeof outcome === 'string' ? refuse(outcome) : { id: outcome.id, sentAt: new Date().toISOString() }
  })
  // Enough reports hide the content.
  heldContent.runSoon()
  return { id: sent.id, sentAt: new Date(sent.sentAt) }
})

const confirm = os.confirm.use(anyone).handler(async ({ context: { db }, input: { token }, errors }) =>
  inTransaction(db, async (tx) => {
    const report = await confirmReport(tx, token)
    if (!report) throw errors.NOT_FOUND()
    const { kind, id, words, wasConfirmed } = report
    const outcome = wasConfirmed ? null : await sendReport(tx, { kind, id, viewer: null, email: words.email, words })
    if (outcome === 'reported') throw errors.ALREADY_REPORTED()
    if (outcome === 'reviewed') throw errors.ALREADY_REVIEWED()
    if (typeof outcome === 'string') throw errors.NOT_FOUND()
    return { kind, id }
  }),
)

const subject = os.subject.use(anyone).handler(async ({ context: { db, viewer, visitorReports }, input, errors }) => {
  const found = await findSubject(db, { ...input, viewer })
  if (!found) throw errors.NOT_FOUND()
  const { author, isOwn, hasOpenReport, isReviewed, ...stored } = found
  const barrier = reportBarrier({ viewer, takesVisitors: visitorReports.isOpen }, { isOwn, hasOpenReport, isReviewed })
  return { ...subjectFrom(stored), author: author && authorFrom(author.id, author), barrier }
})

const mine = os.mine.use(signedIn).handler(({ context: { db, viewer }, input }) => ownReports(db, { ...input, viewer }))

export const reportProcedures = os.router({ send, confirm, subject, mine })
