import { implement } from '@orpc/server'
import type { NotificationQueue } from '#features/notifications/server/public.ts'
import { csvFile } from '#platform/csv.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import type { MailQueue } from '#platform/server/mail/mail-queue.ts'
import { operatorsOnly } from '#platform/server/roles-only.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { jobsContract, type UntrustedProxy } from '../contract.ts'
import { csvActs, type SiteWarning } from '../terms.ts'
import { type BackupFolder, backupsState } from './backups.ts'
import { dropFailed, failedItems, retryFailed } from './failed.ts'
import { loggedActs, logRows } from './log.ts'
import { moderatorWarnings } from './moderator-warnings.ts'
import { jobRuns, queueStates } from './queues.ts'

type JobsContext = RequestContext & {
  notifications: NotificationQueue
  mail: MailQueue
  backups: BackupFolder | null
  warnings: readonly SiteWarning[]
  untrustedProxy: () => UntrustedProxy | null
}
const os = implement(jobsContract).$context<JobsContext>().use(operatorsOnly)

const overview = os.overview.use(signedIn).handler(async ({ context: { db, backups, warnings, untrustedProxy } }) => {
  const jobs = await jobRuns(db)
  return {
    queues: await queueStates(db),
    jobs,
    backups: backups && (await backupsState(backups, jobs)),
    warnings: [...warnings, ...(await moderatorWarnings(db))],
    untrustedProxy: untrustedProxy(),
    lookedAt: new Date(),
  }
})

const failed = os.failed.use(signedIn).handler(({ context, input }) => failedItems(context.db, input))

const log = os.log.use(signedIn).handler(({ context, input }) => loggedActs(context.db, input))

const logCsv = os.logCsv.use(signedIn).handler(async ({ context, input }) => csvFile('audit-log.csv', await logRows(context.db, { ...input, limit: csvActs })))

const retry = os.retry.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, notifications, mail } = context
  if (!(await inTransaction(db, (tx) => retryFailed(tx, { ...input, actorId: viewer.id })))) throw errors.NOT_FOUND()
  // The notification and mail jobs are run now. The other queues find the item at their next interval.
  notifications.runSoon()
  mail.runSoon()
  return { isDone: true } as const
})

const drop = os.drop.use(signedIn).handler(async ({ context, input, errors }) => {
  if (!(await inTransaction(context.db, (tx) => dropFailed(tx, { ...input, actorId: context.viewer.id })))) throw errors.NOT_FOUND()
  return { isDone: true } as const
})

export const jobProcedures = os.router({ overview, failed, log, logCsv, retry, drop })
