import { oc } from '@orpc/contract'
import { z } from 'zod'
import { FileAnswer } from '#platform/csv.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, notFound } from '#platform/refusal.ts'
import { backupProblems, csvActs, failingQueues, logFilters, queueCounted, queueNames, siteWarnings } from './terms.ts'

const count = z
  .int()
  .min(0)
  .max(queueCounted + 1)
  .describe(`Exact up to ${queueCounted}, then one more.`)

export const Queue = z.object({
  name: z.enum(queueNames),
  queued: count,
  retried: count.nullable().describe('How many of them have failed before. Null for queues without retries.'),
  failed: count.nullable().describe('How many have failed for good. Null for queues that retry for ever.'),
  oldestAt: z.date().nullable().describe('When the oldest waiting entry was added. Null if none waits, or if the queue does not store it.'),
})
export type Queue = z.infer<typeof Queue>

/** Last runs of a periodic job, in any process. */
export const JobRun = z.object({
  name: z.string(),
  lastDoneAt: z.date().nullable(),
  lastFailedAt: z.date().nullable(),
  lastError: z.string().nullable().describe('The kind of error, without its text.'),
  done: z.int().nonnegative(),
  failed: z.int().nonnegative(),
})
export type JobRun = z.infer<typeof JobRun>

/** The nightly backups. */
export const Backups = z.object({
  lastAt: z.date().nullable(),
  lastBytes: z.int().nonnegative().nullable().describe('The size of the last backup, without pictures, which all backups share.'),
  problem: z.enum(backupProblems).nullable().describe('Why the last backup that was due was not made.'),
})
export type Backups = z.infer<typeof Backups>

/** A proxy that is missing from TRUSTED_PROXIES, so that all visitors appear to have the same address. */
export const UntrustedProxy = z.object({
  address: z.string(),
  setting: z.string().describe('The line to set, if the address is that of your proxy.'),
})
export type UntrustedProxy = z.infer<typeof UntrustedProxy>

/** An item that failed too often. It contains ids and types only: no names and no quoted text. */
export const FailedItem = z.object({
  queue: z.enum(failingQueues),
  id: z.uuid(),
  kind: z.string().describe('The type of the notification, or the kind of the mail.'),
  subject: z.uuid().nullable().describe('The notification’s event, if the item is not the event itself.'),
  createdAt: z.date(),
  failedAt: z.date(),
  tries: z.int().nonnegative(),
  error: z.string().nullable(),
  canRetry: z.boolean().describe('False for a mail whose text was deleted: mails about accounts contain secret links.'),
})
export type FailedItem = z.infer<typeof FailedItem>

/** One use of a privilege. Details contain ids, settings and names of targets, industries and causes. */
export const LoggedAct = z.object({
  id: z.uuid(),
  at: z.date(),
  by: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('Null for the command line, and for the end of a suspension by time.'),
  action: z.string(),
  subject: z.object({ kind: z.string(), id: z.uuid().nullable() }),
  details: z.array(z.object({ name: z.string(), value: z.string() })),
  reason: z.string().describe('Empty if none was given, if its words are deleted, and for acts in communities that only members may read about.'),
})
export type LoggedAct = z.infer<typeof LoggedAct>

const route = { tags: ['Jobs'] }
const logFilter = {
  by: z.enum(logFilters).default('site').describe('`all`: also organizers, and owners and mods of communities.'),
  person: Id.optional().describe('Only acts of this person.'),
}
const One = z.strictObject({ queue: z.enum(failingQueues), id: Id })
const Done = z.object({ isDone: z.literal(true) })

/** For administrators only. Everybody else gets 404 for these paths, as for a path that does not exist. */
export const jobsContract = {
  overview: oc
    .route({ ...route, method: 'GET', path: '/jobs', summary: 'For operators: the queues, and the last run of each job' })
    .input(z.strictObject({}).optional())
    .output(
      z.object({
        queues: z.array(Queue),
        jobs: z.array(JobRun),
        untrustedProxy: UntrustedProxy.nullable().describe('Null if TRUSTED_PROXIES names every proxy.'),
        backups: Backups.nullable().describe('Null if this site makes no backups itself.'),
        warnings: z.array(z.enum(siteWarnings)).describe('Problems in the settings of this process or in the roles of the site.'),
        lookedAt: z.date(),
      }),
    )
    .errors(notFound),

  failed: oc
    .route({ ...route, method: 'GET', path: '/jobs/failed', summary: 'For operators: failed entries of the queues, the latest first' })
    .input(z.strictObject(PageInput))
    .output(pageOf(FailedItem))
    .errors({ ...notFound, ...badCursor }),

  log: oc
    .route({ ...route, method: 'GET', path: '/jobs/log', summary: 'For operators: uses of a privilege, the latest first' })
    .input(z.strictObject({ ...PageInput, ...logFilter }))
    .output(pageOf(LoggedAct))
    .errors({ ...notFound, ...badCursor }),

  logCsv: oc
    .route({
      ...route,
      method: 'GET',
      path: '/jobs/log.csv',
      summary: `For operators: the latest ${csvActs} uses of a privilege as CSV`,
      outputStructure: 'detailed',
    })
    .input(z.strictObject(logFilter))
    .output(FileAnswer)
    .errors(notFound),

  retry: oc
    .route({ ...route, method: 'POST', path: '/jobs/{queue}/{id}/retry', summary: 'For operators: retry a failed entry of a queue' })
    .input(One)
    .output(Done)
    .errors(notFound),

  drop: oc
    .route({ ...route, method: 'DELETE', path: '/jobs/{queue}/{id}', summary: 'For operators: delete a failed entry of a queue' })
    .input(One)
    .output(Done)
    .errors(notFound),
}
