import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, fieldRefusals, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { pageLeaves } from './terms.ts'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)

/** The list of a campaign's counted pledges at the beginning of a day. It names nobody. */
export const DailyList = z.object({
  day: z.iso.date().describe('The day (UTC) at whose beginning the list was due. It has the pledges that were made at least three days earlier.'),
  pledges: z.int().nonnegative().nullable().describe('Null if fewer than 20 pledges are in the list.'),
  root: Hash,
  chain: Hash.describe('SHA-256 of this root, its day and the chain of the list before it.'),
  hasLeaves: z.boolean().describe('Whether the leaves can be read. They are kept for 30 days.'),
})
export type DailyList = z.infer<typeof DailyList>

/** Secret and path by which a person can check that the own pledge is in a list. */
export const Receipt = z.object({
  campaignId: z.uuid(),
  secret: z
    .string()
    .describe('With it, anybody can find your pledge in the lists. It is replaced when you delete your account, and destroyed when you disconnect the pledge.'),
  list: DailyList.nullable().describe('The newest list whose leaves can be read.'),
  path: z
    .object({
      index: z.int().nonnegative().describe('The index of your leaf in the list.'),
      block: z.string().describe('The 32 leaves that are hashed together with yours (Base64).'),
      siblings: z.array(z.string()).describe('The sibling hashes on the way to the top of the tree (Base64), lowest first.'),
    })
    .nullable()
    .describe('Null if your pledge is not in this list.'),
})
export type Receipt = z.infer<typeof Receipt>

const route = { tags: ['Pledges'] }

export const receiptsContract = {
  lists: oc
    .route({
      ...route,
      method: 'GET',
      path: '/campaigns/{id}/lists',
      summary: 'The daily lists of a campaign’s counted pledges, newest first',
      description: 'How to check them: docs/verify-receipts.mjs in the source code of this site.',
    })
    .input(z.strictObject({ id: Id, ...PageInput }))
    .output(pageOf(DailyList))
    .errors({ ...notFound, ...badCursor }),

  leaves: oc
    .route({
      ...route,
      method: 'GET',
      path: '/campaigns/{id}/lists/{day}/leaves',
      summary: `The leaves of a daily list: 16 bytes each, sorted, at most ${pageLeaves} of them`,
      description: 'Returns NOT_FOUND after 30 days, and for lists of fewer than 20 pledges.',
      outputStructure: 'detailed',
    })
    .input(z.strictObject({ id: Id, day: z.iso.date(), from: z.coerce.number().int().min(0).max(1_000_000_000).default(0) }))
    .output(z.object({ headers: z.object({ 'content-disposition': z.string() }), body: z.file() }))
    .errors(notFound),

  show: oc
    .route({
      ...route,
      method: 'POST',
      path: '/campaigns/{id}/receipt',
      summary: 'Show the receipt of your own pledge',
      description: 'Requires the password of the account, if it has one. Returns NOT_FOUND if you have not joined the campaign.',
    })
    .input(z.strictObject({ id: Id, password: z.string().max(10_000).default('') }))
    .output(Receipt)
    .errors({
      ...signInFirst,
      ...notFound,
      ...fieldRefusals(['CURRENT_PASSWORD_WRONG']),
      CONFIRM_ADDRESS_FIRST: { ...stateRefusal, message: 'Confirm your email address to see the receipt. It could be the address of somebody else.' },
      TOO_MANY_REQUESTS: { status: 429, message: 'Too many attempts. Try again later.', data: z.object({ retryAfter: z.int() }) },
      UNAVAILABLE: { status: 503, message: 'Too many people are signing in. Try again in a moment.', data: z.object({ retryAfter: z.int() }) },
    }),
}
