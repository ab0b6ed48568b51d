import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Picture } from '#features/media/contract.ts'
import { Author } from '#platform/author.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, fieldRefusals, keyReused, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { communityCodes, communitySorts, memberStatuses, privacies, privacyFilters, roles, trendingShown } from './terms.ts'

/** How the reader stands to a community: a role only where active. */
const Membership = z.object({ status: z.enum(memberStatuses).nullable(), role: z.enum(roles).nullable() })
export type Membership = z.infer<typeof Membership>

/** What everybody may see of a community, also of a private one. */
export const CommunityCard = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  privacy: z.enum(privacies),
  tags: z.array(z.string()),
  logoUrl: z.string().nullable(),
  members: z.int().nonnegative(),
  /** New members wait until owner or mods let them in. */
  approvesMembers: z.boolean(),
})
export type CommunityCard = z.infer<typeof CommunityCard>

/** The same with how the reader stands to it. */
export const ListedCommunity = CommunityCard.extend({ viewer: Membership })
export type ListedCommunity = z.infer<typeof ListedCommunity>

const address = z.string().nullable()
const QuickLink = z.object({ title: z.string(), url: z.string() })

/** What only those see who may read what is inside. */
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
  /** Null for those who may not look inside a private one. */
  inside: Inside.nullable(),
})
export type Community = z.infer<typeof Community>

/** What its maker says of a community. Empty addresses are none. */
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
  /** Pictures that were uploaded as `community_logo` and `community_banner`; null takes one away. */
  logoMediaId: Id.nullish(),
  bannerMediaId: Id.nullish(),
  approvesMembers: z.boolean().optional(),
}

/** Whoever may not look inside is told so: that the community is there is no secret. */
export const membersOnly = { MEMBERS_ONLY: { status: 403, message: 'Join this community first.' } } as const
export const moderatorsOnly = { MODERATORS_ONLY: { status: 403, message: 'Only its owner and mods may do this.' } } as const
export const ownerOnly = { OWNER_ONLY: { status: 403, message: 'Only its owner may do this.' } } as const

const tag = z.string().max(200).optional()

export const communitiesContract = {
  list: oc
    .route({ method: 'GET', path: '/communities', summary: 'Communities, searched, filtered and sorted', tags: ['Communities'] })
    .input(
      z.strictObject({
        /** What is beyond 200 letters is not looked at. */
        q: z.string().max(20_000).optional(),
        privacy: z.enum(privacyFilters).default('all'),
        tag,
        sort: z.enum(communitySorts).default('popular'),
        ...PageInput,
      }),
    )
    /** `total` counts all that match, with a text up to 1,000: 1,001 stands for any number beyond. Only the first page has it. */
    .output(pageOf(ListedCommunity).extend({ total: z.int().nonnegative().nullable() }))
    .errors(badCursor),

  trending: oc
    .route({ method: 'GET', path: '/trending-communities', summary: 'Public communities with most posts in seven days', tags: ['Communities'] })
    .input(z.strictObject({}).optional())
    .output(z.object({ items: z.array(ListedCommunity.extend({ postsThisWeek: z.int().positive() })).max(trendingShown) })),

  tags: oc
    .route({ method: 'GET', path: '/community-tags', summary: 'The tags of communities, most used first', tags: ['Communities'] })
    .input(z.strictObject({}).optional())
    .output(z.object({ items: z.array(z.string()) })),

  get: oc
    .route({ method: 'GET', path: '/communities/{idOrSlug}', summary: 'A community, as far as the reader may see it', tags: ['Communities'] })
    .input(z.strictObject({ idOrSlug: z.string().max(200) }))
    .output(Community)
    .errors(notFound),

  slug: oc
    .route({ method: 'GET', path: '/community-slugs/{slug}', summary: 'Whether a slug is free', tags: ['Communities'] })
    .input(z.strictObject({ slug: z.string().max(200) }))
    .output(z.object({ isFree: z.boolean() }))
    .errors(signInFirst),

  create: oc
    .route({ method: 'POST', path: '/communities', summary: 'Start a community', tags: ['Communities'], successStatus: 201 })
    .input(z.strictObject({ ...fields, slug: z.string().max(10_000), privacy: z.enum(privacies).default('public') }))
    .output(z.object({ id: z.uuid(), slug: z.string() }))
    .errors({
      ...signInFirst,
      ...fieldRefusals(communityCodes),
      ...keyReused,
      TOO_MANY_REQUESTS: { status: 429, message: 'You have started as many communities as one day allows. Try again tomorrow.' },
    }),

  update: oc
    .route({ method: 'PATCH', path: '/communities/{id}', summary: 'Change an own community', tags: ['Communities'] })
    .input(z.strictObject({ id: Id, ...z.object(fields).partial().shape, privacy: z.enum(privacies).optional() }))
    .output(z.object({ id: z.uuid(), slug: z.string() }))
    .errors({ ...signInFirst, ...notFound, ...ownerOnly, ...fieldRefusals(communityCodes) }),

  remove: oc
    .route({ method: 'DELETE', path: '/communities/{id}', summary: 'Delete an own community with everything in it', tags: ['Communities'] })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...signInFirst, ...notFound, ...ownerOnly }),

  join: oc
    .route({ method: 'PUT', path: '/communities/{id}/membership', summary: 'Join, or ask to where new members are approved', tags: ['Communities'] })
    .input(z.strictObject({ id: Id, /** From an invite link: joins at once. */ invite: z.string().max(200).optional() }))
    .output(Membership.extend({ members: z.int().nonnegative() }))
    .errors({
      ...signInFirst,
      ...notFound,
      BANNED: { status: 403, message: 'You cannot join this community.' },
      INVITE_INVALID: { ...stateRefusal, message: 'This invite link is no longer valid.' },
    }),

  leave: oc
    .route({ method: 'DELETE', path: '/communities/{id}/membership', summary: 'Leave, or take a request to join back', tags: ['Communities'] })
    .input(z.strictObject({ id: Id, /** Takes back what still waits; whoever was let in meanwhile stays. */ onlyRequest: z.boolean().default(false) }))
    .output(Membership.extend({ members: z.int().nonnegative() }))
    .errors({ ...signInFirst, ...notFound, OWNER_STAYS: { ...stateRefusal, message: 'Owners cannot leave the community. Delete the community instead.' } }),

  mine: oc
    .route({ method: 'GET', path: '/me/communities', summary: 'The communities of the reader, owned or joined, newest first', tags: ['Communities'] })
    .input(z.strictObject({ of: z.enum(['owned', 'joined']), ...PageInput }))
    .output(pageOf(ListedCommunity))
    .errors({ ...signInFirst, ...badCursor }),

  ofPerson: oc
    .route({
      method: 'GET',
      path: '/profiles/{id}/communities',
      summary: 'The communities on a person’s profile, created or joined, newest first. The person sees those that a visitor sees.',
      tags: ['Communities'],
    })
    .input(z.strictObject({ id: Id, of: z.enum(['owned', 'joined']), ...PageInput }))
    .output(pageOf(CommunityCard.extend({ role: z.enum(roles), joinedAt: z.date() })))
    .errors({ ...notFound, ...badCursor }),
}
