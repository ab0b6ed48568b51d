import { oc } from '@orpc/contract'
import { z } from 'zod'
import { AnyCard, CampaignCard } from '#features/campaigns/contract.ts'
import { CommunityCard } from '#features/communities/contract.ts'
import { privacyFilters } from '#features/communities/terms.ts'
import { Target } from '#features/directory/targets/contract.ts'
import { PageInput } from '#platform/page.ts'
import { badCursor, signInFirst } from '#platform/refusal.ts'
import { typoLetters } from '#platform/words.ts'
import { kinds, previewLimits, searchStatuses, sorts, sortsOf } from './terms.ts'

export const FoundTarget = Target.pick({ id: true, slug: true, name: true, industry: true, numbers: true })
export type FoundTarget = z.infer<typeof FoundTarget>

/** A historical campaign has years instead of a count. */
const history = { isHistorical: true, startedOn: true, endedOn: true } as const
const FoundCampaign = CampaignCard.pick({ id: true, slug: true, title: true, status: true, target: true, cover: true, count: true, ...history })

export const Preview = z.object({
  campaigns: z.array(FoundCampaign).max(previewLimits.perKind),
  targets: z.array(FoundTarget).max(previewLimits.perKind),
  communities: z.array(CommunityCard).max(previewLimits.perKind),
})
export type Preview = z.infer<typeof Preview>

/** Only the first 200 characters are used. */
const q = z.string().max(20_000)
const name = z.string().max(200).optional()

const SearchInput = z
  .strictObject({
    q,
    kind: z.enum(kinds).default('campaigns'),
    /** For campaigns. `draft` returns the viewer's own drafts. */
    status: z.enum(searchStatuses).default('all'),
    target: name,
    industry: name,
    /** Comma-separated names, combined with OR. */
    causes: z.string().max(2_000).optional(),
    privacy: z.enum(privacyFilters).default('all'),
    /** For communities: comma-separated tags, combined with AND. */
    tags: z.string().max(2_000).optional(),
    sort: z.enum(sorts).optional(),
    ...PageInput,
  })
  .refine(({ kind, sort }) => sort === undefined || sortsOf[kind].some((known) => known === sort), {
    path: ['sort'],
    message: 'This kind cannot be sorted in this order.',
  })

/** `total` is exact up to 100; 101 means more. It is null on all pages but the first. */
const page = { nextCursor: z.string().nullable(), total: z.int().nonnegative().nullable() }

export type SearchInput = z.infer<typeof SearchInput>

const Found = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('campaigns'), items: z.array(AnyCard), ...page }),
  z.object({ kind: z.literal('targets'), items: z.array(FoundTarget), ...page }),
  z.object({ kind: z.literal('communities'), items: z.array(CommunityCard), ...page }),
])

export const searchContract = {
  preview: oc
    .route({ method: 'GET', path: '/search/preview', summary: 'The first five of each kind, for suggestions while typing', tags: ['Search'] })
    .input(z.strictObject({ q }))
    .output(Preview),

  find: oc
    .route({
      method: 'GET',
      path: '/search',
      summary: 'Search campaigns, targets or communities',
      description: `One or two letters match the beginning of a word, three or more any part of it. One typo is forgiven in words of at least ${typoLetters} letters, if the first letter is right.`,
      tags: ['Search'],
    })
    .input(SearchInput)
    .output(Found)
    .errors({ ...signInFirst, ...badCursor }),

  tags: oc
    .route({ method: 'GET', path: '/search/tags', summary: 'The tags of communities, most used first', tags: ['Search'] })
    .input(z.strictObject({}).optional())
    .output(z.object({ items: z.array(z.string()) })),
}
