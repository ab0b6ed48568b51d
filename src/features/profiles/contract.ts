import { oc } from '@orpc/contract'
import { z } from 'zod'
import { CampaignCard, JoinedCampaign } from '#features/campaigns/contract.ts'
import { Moderation, ModerationInput, moderationErrors } from '#features/moderation/contract.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, notFound } from '#platform/refusal.ts'

/** A person's public data. A deleted account has the name "[deleted]" and no other data. */
export const Profile = z.object({
  id: z.uuid(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  bio: z.string(),
  isDeleted: z.boolean(),
  /** Year and month in UTC. */
  memberSince: z.string().nullable(),
  moderation: Moderation.nullable().describe(
    'Set if a moderator hid or removed picture and text, or removed the name. Only the person and the site’s moderators then receive it.',
  ),
  /** Sizes of the lists as this viewer sees them; null for a deleted account. */
  counts: z.object({ campaigns: z.int().nonnegative(), pledges: z.int().nonnegative(), communities: z.int().nonnegative() }).nullable(),
})
export type Profile = z.infer<typeof Profile>

export const ProfilePledge = z.object({
  campaign: JoinedCampaign,
  joinedAt: z.date(),
})
export type ProfilePledge = z.infer<typeof ProfilePledge>

export const profilesContract = {
  get: oc
    .route({ method: 'GET', path: '/profiles/{id}', summary: 'The public profile of a person', tags: ['Profiles'] })
    .input(z.strictObject({ id: Id }))
    .output(Profile)
    .errors(notFound),

  moderate: oc
    .route({ method: 'PUT', path: '/profiles/{id}/moderation', summary: 'For moderators: hide, remove or restore picture and text', tags: ['Profiles'] })
    .input(ModerationInput)
    .output(Profile)
    .errors(moderationErrors),

  removeName: oc
    .route({
      method: 'POST',
      path: '/profiles/{id}/name-removal',
      summary: 'For moderators: remove the name of a person',
      description:
        'Everybody reads “Name removed” until the person chooses another name. The person cannot choose the removed one. Picture and text stay. The operation that moderates the profile brings it back.',
      tags: ['Profiles'],
    })
    .input(ModerationInput.omit({ state: true }))
    .output(Profile)
    .errors(moderationErrors),

  campaigns: oc
    .route({ method: 'GET', path: '/profiles/{id}/campaigns', summary: 'Public campaigns of a person, newest published first', tags: ['Profiles'] })
    .input(z.strictObject({ id: Id, ...PageInput }))
    .output(pageOf(CampaignCard))
    .errors({ ...notFound, ...badCursor }),

  pledges: oc
    .route({ method: 'GET', path: '/profiles/{id}/pledges', summary: 'Public pledges of a person, newest first', tags: ['Profiles'] })
    .input(z.strictObject({ id: Id, ...PageInput }))
    .output(pageOf(ProfilePledge))
    .errors({ ...notFound, ...badCursor }),
}
