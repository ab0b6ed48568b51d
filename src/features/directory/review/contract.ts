import { oc } from '@orpc/contract'
import { z } from 'zod'
import { moderationCodes } from '#features/moderation/terms.ts'
import { Id } from '#platform/page.ts'
import { fieldRefusals, notFound, stateRefusal } from '#platform/refusal.ts'
import { entryKinds } from '../terms.ts'
import { entryCodes } from './terms.ts'

const named = { slug: z.string(), name: z.string() }

/** A target, industry or cause for moderators. */
export const ReviewedEntry = z.object({
  id: z.uuid(),
  kind: z.enum(entryKinds),
  ...named,
  industry: z.string().nullable().describe('For targets only.'),
  websiteUrl: z.string().nullable().describe('For targets only.'),
  isVerified: z.boolean(),
  isLocked: z.boolean().describe('It takes no new campaigns.'),
  createdAt: z.date(),
  campaigns: z.array(z.object({ slug: z.string(), title: z.string() })).describe('The newest five public campaigns that name it.'),
  campaignCount: z.int().nonnegative(),
  lookAlikes: z.array(z.object(named)).describe('Up to five entries of the same kind with a similar name, the most similar first.'),
})
export type ReviewedEntry = z.infer<typeof ReviewedEntry>

/** A merge that can be undone. */
export const EntryMerge = z.object({
  id: z.uuid(),
  kind: z.enum(entryKinds),
  from: z.string().describe('The name of the merged entry.'),
  into: z.object(named),
  mergedAt: z.date(),
})
export type EntryMerge = z.infer<typeof EntryMerge>

const route = { tags: ['Targets, industries, causes'] }
const total = z.int().nonnegative()
const Act = z.strictObject({ id: Id, reason: z.string().max(10_000).describe('For the log.') })
const actErrors = { ...notFound, ...fieldRefusals(moderationCodes) } as const

/** For moderators of the site only. Everybody else gets 404 for these paths, as for a path that does not exist. */
export const entriesContract = {
  list: oc
    .route({ ...route, method: 'GET', path: '/moderation/entries', summary: 'For moderators: unverified targets, industries and causes, oldest first' })
    .input(z.strictObject({ q: z.string().max(200).default('').describe('Lists entries with this text in the name or with this address instead.') }))
    .output(z.object({ items: z.array(ReviewedEntry), total: total.describe('The list has the first 50.') }))
    .errors(notFound),

  count: oc
    .route({ ...route, method: 'GET', path: '/moderation/entry-count', summary: 'For moderators: how many unverified entries there are' })
    .input(z.strictObject({}).optional())
    .output(z.object({ total }))
    .errors(notFound),

  verify: oc
    .route({
      ...route,
      method: 'PUT',
      path: '/moderation/entries/{id}/verification',
      summary: 'For moderators: verify a target, industry or cause',
      description: 'It is then in lists, filters, the search and the sitemap.',
    })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: z.uuid() }))
    .errors(notFound),

  rename: oc
    .route({
      ...route,
      method: 'PUT',
      path: '/moderation/entries/{id}/name',
      summary: 'For moderators: rename a target, industry or cause',
      description: 'Its address stays.',
    })
    .input(Act.extend({ name: z.string().max(200) }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...actErrors, ...fieldRefusals(entryCodes) }),

  lock: oc
    .route({
      ...route,
      method: 'PUT',
      path: '/moderation/entries/{id}/lock',
      summary: 'For moderators: lock or unlock a target, industry or cause',
      description: 'A locked one takes no new campaigns.',
    })
    .input(Act.extend({ isLocked: z.boolean() }))
    .output(z.object({ id: z.uuid() }))
    .errors(actErrors),

  remove: oc
    .route({ ...route, method: 'DELETE', path: '/moderation/entries/{id}', summary: 'For moderators: delete a target, industry or cause that nothing uses' })
    .input(Act)
    .output(z.object({ id: z.uuid() }))
    .errors({ ...actErrors, ENTRY_USED: { ...stateRefusal, message: 'Something uses this entry: a campaign, a draft, a target or a company that answers.' } }),

  merge: oc
    .route({
      ...route,
      method: 'POST',
      path: '/moderation/entries/{id}/merge',
      summary: 'For moderators: merge an entry into another one of its kind',
      description: 'Its campaigns and drafts move, or the targets of an industry. Its address and name then lead to the other entry.',
    })
    .input(Act.extend({ into: z.string().max(500).describe('The address, slug or id of the other entry.') }))
    .output(z.object({ id: z.uuid().describe('The id of the merge.') }))
    .errors({
      ...actErrors,
      ...fieldRefusals(entryCodes),
      ENTRY_ANSWERS: { ...stateRefusal, message: 'Somebody speaks for this company, or it was asked for an answer. Merge the other one into it.' },
      ENTRY_BOTH_SPEAK: {
        ...stateRefusal,
        message: 'Both companies take part in answers. Decline the claims on the one that has neither answered nor been asked, then merge it into the other.',
      },
      ENTRY_BOTH_ANSWERED: { ...stateRefusal, message: 'Both companies have answered or were asked. Lock one of them, so that new campaigns use the other.' },
    }),

  merges: oc
    .route({ ...route, method: 'GET', path: '/moderation/entry-merges', summary: 'For moderators: merges that can be undone, newest first' })
    .input(z.strictObject({}).optional())
    .output(z.object({ items: z.array(EntryMerge) }))
    .errors(notFound),

  unmerge: oc
    .route({
      ...route,
      method: 'POST',
      path: '/moderation/entry-merges/{id}/undo',
      summary: 'For moderators: undo a merge within 90 days',
      description: 'What it moved goes back, except what was changed since.',
    })
    .input(Act)
    .output(z.object({ id: z.uuid() }))
    .errors({ ...actErrors, MERGE_OVER: { ...stateRefusal, message: 'This merge is older than 90 days.' } }),
}
