import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Picture } from '#features/media/contract.ts'
import { attachmentCodes, attachmentFailure, mostPictures } from '#features/media/policy.ts'
import { notActive } from '#features/pledges/contract.ts'
import { Author } from '#platform/author.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, fieldRefusals, keyReused, notFound, signInFirst } from '#platform/refusal.ts'
import { updateCodes } from './terms.ts'

/** News by a campaign's creator for its supporters. */
export const Update = z.object({
  id: z.uuid(),
  campaignId: z.uuid(),
  creator: Author,
  title: z.string(),
  bodyHtml: z.string(),
  pictures: z.array(Picture).max(mostPictures.campaign_update),
  createdAt: z.date(),
  viewer: z.object({ isAuthor: z.boolean() }),
})
export type Update = z.infer<typeof Update>

export const updatesContract = {
  list: oc
    .route({ method: 'GET', path: '/campaigns/{id}/updates', summary: 'Updates of a campaign, newest first', tags: ['Updates'] })
    .input(z.strictObject({ id: Id, ...PageInput }))
    .output(pageOf(Update).extend({ newest: z.uuid().nullable().describe('The newest update of the campaign, whichever page this is.') }))
    .errors({ ...notFound, ...badCursor }),

  get: oc
    .route({ method: 'GET', path: '/updates/{id}', summary: 'One update, and the cursor of the list page that begins with it', tags: ['Updates'] })
    .input(z.strictObject({ id: Id }))
    .output(Update.extend({ cursor: z.string() }))
    .errors({ ...notFound }),

  post: oc
    .route({ method: 'POST', path: '/campaigns/{id}/updates', summary: 'Post an update to your own active campaign', tags: ['Updates'], successStatus: 201 })
    .input(z.strictObject({ id: Id, title: z.string().max(10_000).optional(), body: z.string().max(200_000), mediaIds: z.array(Id).max(100).optional() }))
    .output(Update)
    .errors({
      ...signInFirst,
      ...notFound,
      FORBIDDEN: { message: 'Only its creator may do this.' },
      ...notActive,
      ...fieldRefusals([...updateCodes, ...attachmentCodes]),
      ...attachmentFailure,
      ...keyReused,
    }),

  reach: oc
    .route({
      method: 'GET',
      path: '/campaigns/{id}/updates/reach',
      summary: 'How many people an update to your own campaign would reach now',
      tags: ['Updates'],
    })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ people: z.int().nonnegative() }))
    .errors({ ...signInFirst, ...notFound, FORBIDDEN: { message: 'Only its creator may do this.' } }),

  remove: oc
    .route({ method: 'DELETE', path: '/updates/{id}', summary: 'Delete your own update', tags: ['Updates'] })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...signInFirst, ...notFound, FORBIDDEN: { message: 'Only its author may do this.' } }),
}
