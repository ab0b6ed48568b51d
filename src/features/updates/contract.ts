import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Picture } from '#features/media/contract.ts'
import { attachmentFailure } from '#features/media/policy.ts'
import { attachmentCodes, mostPictures } from '#features/media/terms.ts'
import { Moderation, ModerationInput, moderationErrors } from '#features/moderation/contract.ts'
import { notActive } from '#features/pledges/contract.ts'
import { privateCodes } from '#features/trust/terms.ts'
import { Author } from '#platform/author.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, confirmFirst, fieldRefusals, keyReused, notFound, signInFirst } from '#platform/refusal.ts'
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
  moderation: Moderation.nullable().describe('Set if a moderator hid or removed the update. Only its author and the site’s moderators then receive it.'),
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
      ...confirmFirst,
      ...notFound,
      FORBIDDEN: { message: 'Only its creator may do this.' },
      ...notActive,
      ...fieldRefusals([...updateCodes, ...attachmentCodes, ...privateCodes]),
      ...attachmentFailure,
      ...keyReused,
    }),

  reach: oc
    .route({
      method: 'GET',
      path: '/campaigns/{id}/updates/reach',
      summary: 'Number of supporters of your own campaign besides you, as it is published: how many people an update is for',
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

  moderate: oc
    .route({ method: 'PUT', path: '/updates/{id}/moderation', summary: 'For moderators: hide, remove or restore an update', tags: ['Updates'] })
    .input(ModerationInput)
    .output(Update)
    .errors(moderationErrors),
}
