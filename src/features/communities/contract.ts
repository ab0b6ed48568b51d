import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Picture } from '#features/media/contract.ts'
import { Moderation, ModerationInput, moderationErrors, removed } from '#features/moderation/contract.ts'
import { Author } from '#platform/author.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, confirmFirst, fieldRefusals, keyReused, notFound, sentence, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { communityCodes, communitySorts, memberStatuses, privacies, privacyFilters, roles, trendingShown } from './terms.ts'

/** The viewer's membership in a community. `role` is null unless the status is `active`. */
const Membership = z.object({ status: z.enum(memberStatuses).nullable(), role: z.enum(roles).nullable() })
export type Membership = z.infer<typeof Membership>

/** Fields that everybody may see, also for a private community. */
export const CommunityCard = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  privacy: z.enum(privacies),
  tags: z.array(z.string()),
  logoUrl: z.string().nullable(),
  members: z.int().nonnegative(),
  /** True if new members wait until the owner or a mod approves them. */
  approvesMembers: z.boolean(),
})
export type CommunityCard = z.infer<typeof CommunityCard>

const Mute = z.object({ until: z.date().nullable().describe('Null: until somebody ends it.'), reason: z.string() })
export type Mute = z.infer<typeof Mute>

/** A card with the viewer's membership. */
export const ListedCommunity = CommunityCard.extend({ viewer: Membership })
export type ListedCommunity = z.infer<typeof ListedCommunity>

const address = z.string().nullable()
const QuickLink = z.object({ title: z.string(), url: z.string() })

/** Fields for viewers who may see the content: everybody for a public community, active members for a private one. */
const Inside = z.object({
  rules: z.string(),
  rulesHtml: z.string(),
  banner: Picture.nullable(),
  links: z.object({ discord: address, twitter: address, website: address, instagram: address }),
  quickLinks: z.array(QuickLink),
  owner: Author,
  createdAt: z.date(),
  postsThisWeek: z.int().nonnegative(),
  activityScore: z.int().nonnegative(),
})

export const Community = ListedCommunity.extend({
  /** Null for viewers who may not see the content of a private community. */
  inside: Inside.nullable(),
  mute: Mute.nullable().describe('Set while the viewer may read, but not write.'),
  moderation: Moderation.nullable().describe('Set if a moderator hid or removed the community. Only its owner and the site’s moderators then receive it.'),
})
export type Community = z.infer<typeof Community>

/** Fields that the owner writes. An empty link address is stored as null. */
const fields = {
  name: z.string().max(10_000),
  description: z.string().max(100_000),
  rules: z.string().max(200_000).optional(),
  tags: z.array(z.string().max(10_000)).max(1_000).optional(),
  links: z
    .strictObject({ discord: z.string().max(20_000), twitter: z.string().max(20_000), website: z.string().max(20_000), instagram: z.string().max(20_000) })
    .partial()
    .optional(),
  quickLinks: z
    .array(z.strictObject({ title: z.string().max(10_000), url: z.string().max(20_000) }))
    .max(1_000)
    .optional(),
  /** Ids of pictures that were uploaded as `community_logo` and `community_banner`; null removes the picture. */
  logoMediaId: Id.nullish(),
  bannerMediaId: Id.nullish(),
  approvesMembers: z.boolean().optional(),
}

/** A refusal may be 403 instead of 404, because the existence of a private community is public. */
export const membersOnly = { MEMBERS_ONLY: { status: 403, message: 'Join this community first.' } } as const
export const moderatorsOnly = { MODERATORS_ONLY: { status: 403, message: 'Only its owner and mods may do this.' } } as const
export const mutedHere = { MUTED: { status: 403, message: sentence('MUTED'), data: z.object({ text: z.string() }) } } as const
export const ownerOnly = { OWNER_ONLY: { status: 403, message: 'Only its owner may do this.' } } as const

const tag = z.string().max(200).optional()

export const communitiesContract = {
  list: oc
    .route({ method: 'GET', path: '/communities', summary: 'Communities, searched, filtered and sorted', tags: ['Communities'] })
    .input(
      z.strictObject({
        /** Characters beyond the 200th are ignored. */
        q: z.string().max(20_000).optional(),
        privacy: z.enum(privacyFilters).default('all'),
        tag,
        sort: z.enum(communitySorts).default('popular'),
        ...PageInput,
      }),
    )
    /** `total` is the number of matches, on the first page only. With `q` it is exact up to 100; 101 means more. */
    .output(pageOf(ListedCommunity).extend({ total: z.int().nonnegative().nullable() }))
    .errors(badCursor),

  trending: oc
    .route({ method: 'GET', path: '/trending-communities', summary: 'Public communities with the most posts in the last seven days', tags: ['Communities'] })
    .input(z.strictObject({}).optional())
    .output(z.object({ items: z.array(ListedCommunity.extend({ postsThisWeek: z.int().positive() })).max(trendingShown) })),

  tags: oc
    .route({ method: 'GET', path: '/community-tags', summary: 'The tags of communities, most used first', tags: ['Communities'] })
    .input(z.strictObject({}).optional())
    .output(z.object({ items: z.array(z.string()) })),

  get: oc
    .route({ method: 'GET', path: '/communities/{idOrSlug}', summary: 'A community, with the parts that the reader can see', tags: ['Communities'] })
    .input(z.strictObject({ idOrSlug: z.string().max(200) }))
    .output(Community)
    .errors({ ...notFound, ...removed }),

  slug: oc
    .route({ method: 'GET', path: '/community-slugs/{slug}', summary: 'Whether a slug is available', tags: ['Communities'] })
    .input(z.strictObject({ slug: z.string().max(200) }))
    .output(z.object({ isFree: z.boolean() }))
    .errors(signInFirst),

  create: oc
    .route({ method: 'POST', path: '/communities', summary: 'Start a community', tags: ['Communities'], successStatus: 201 })
    .input(z.strictObject({ ...fields, slug: z.string().max(10_000), privacy: z.enum(privacies).default('public') }))
    .output(z.object({ id: z.uuid(), slug: z.string() }))
    .errors({
      ...signInFirst,
      ...confirmFirst,
      ...fieldRefusals(communityCodes),
      ...keyReused,
      TOO_MANY_REQUESTS: { status: 429, message: 'You have reached the daily limit for new communities. Try again tomorrow.' },
    }),

  update: oc
    .route({ method: 'PATCH', path: '/communities/{id}', summary: 'Change your own community', tags: ['Communities'] })
    .input(z.strictObject({ id: Id, ...z.object(fields).partial().shape, privacy: z.enum(privacies).optional() }))
    .output(z.object({ id: z.uuid(), slug: z.string() }))
    .errors({ ...signInFirst, ...notFound, ...ownerOnly, ...fieldRefusals(communityCodes) }),

  remove: oc
    .route({ method: 'DELETE', path: '/communities/{id}', summary: 'Delete your own community with everything in it', tags: ['Communities'] })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...signInFirst, ...notFound, ...ownerOnly }),

  moderate: oc
    .route({
      method: 'PUT',
      path: '/communities/{id}/moderation',
      summary: 'For moderators of the site: hide, remove or restore a community',
      tags: ['Communities'],
    })
    .input(ModerationInput)
    .output(Community)
    .errors(moderationErrors),

  join: oc
    .route({
      method: 'PUT',
      path: '/communities/{id}/membership',
      summary: 'Join a community, or request to join if it approves new members',
      tags: ['Communities'],
    })
    .input(z.strictObject({ id: Id, /** Token from an invite link: joins without approval. */ invite: z.string().max(200).optional() }))
    .output(Membership.extend({ members: z.int().nonnegative() }))
    .errors({
      ...signInFirst,
      ...confirmFirst,
      ...notFound,
      BANNED: { status: 403, message: 'You cannot join this community.' },
      INVITE_INVALID: { ...stateRefusal, message: 'This invite link is no longer valid.' },
    }),

  leave: oc
    .route({ method: 'DELETE', path: '/communities/{id}/membership', summary: 'Leave a community, or withdraw a request to join', tags: ['Communities'] })
    .input(
      z.strictObject({
        id: Id,
        /** Withdraws a pending request only; a membership that was approved meanwhile does not end. */
        onlyRequest: z.boolean().default(false),
      }),
    )
    .output(Membership.extend({ members: z.int().nonnegative() }))
    .errors({ ...signInFirst, ...notFound, OWNER_STAYS: { ...stateRefusal, message: 'Owners cannot leave the community. Delete the community instead.' } }),

  mine: oc
    .route({ method: 'GET', path: '/me/communities', summary: 'Communities that you own or have joined, newest first', tags: ['Communities'] })
    .input(z.strictObject({ of: z.enum(['owned', 'joined']), ...PageInput }))
    .output(pageOf(ListedCommunity.extend({ isModerated: z.boolean().describe('A moderator hid or removed it. Listed for its owner alone.') })))
    .errors({ ...signInFirst, ...badCursor }),

  ofPerson: oc
    .route({
      method: 'GET',
      path: '/profiles/{id}/communities',
      summary: 'The communities on a person’s profile, created or joined, newest first. The person sees the same communities as a visitor.',
      tags: ['Communities'],
    })
    .input(z.strictObject({ id: Id, of: z.enum(['owned', 'joined']), ...PageInput }))
    .output(pageOf(CommunityCard.extend({ role: z.enum(roles), joinedAt: z.date() })))
    .errors({ ...notFound, ...badCursor }),
}
