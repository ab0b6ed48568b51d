import { implement } from '@orpc/server'
import { campaignsMatching, type FoundFilter, ownDrafts } from '#features/campaigns/server/public.ts'
import { communityCards, communityTags, searchedCommunities } from '#features/communities/server/public.ts'
import { targetsByIds } from '#features/directory/targets/server/public.ts'
import { namesIn } from '#platform/name-list.ts'
import { inSearchTurn, searchPage } from '#platform/server/ranked-search.ts'
import { anyone, type RequestContext } from '#platform/server/rpc.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { findSearchWords } from '#platform/server/words.ts'
import { type SearchInput, searchContract } from '../contract.ts'
import { previewLimits, sortsOf } from '../terms.ts'
import { searchedTargets } from './targets.ts'

const os = implement(searchContract).$context<RequestContext>()

const preview = os.preview.use(anyone).handler(({ context: { db }, input }) => inSearchTurn(() => previewOf(db, input.q)))

async function previewOf(db: Db, q: string) {
  const asked = await findSearchWords(db, q)
  const few = { asked, limit: previewLimits.perKind, isPreview: true }
  const [campaigns, targets, communities] = await Promise.all([
    campaignsMatching(db, { ...few, statuses: ['active', 'victory'], sort: 'newest' }),
    searchPage(db, { ...few, searched: searchedTargets({ sort: 'campaigns' }) }).then(({ ids }) => targetsByIds(db, ids)),
    searchPage(db, { ...few, searched: searchedCommunities({ privacy: 'public', sort: 'popular' }) }).then(({ ids }) => communityCards(db, ids)),
  ])
  return {
    campaigns: campaigns.items.map(({ id, slug, title, status, target, cover, count, isHistorical, startedOn, endedOn }) => ({
      ...{ id, slug, title, status, target, cover, count, isHistorical, startedOn, endedOn },
    })),
    targets,
    communities,
  }
}

const find = os.find.use(anyone).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  const { kind, cursor, limit } = input
  if (kind === 'campaigns' && input.status === 'draft') {
    if (!viewer) throw errors.UNAUTHORIZED()
    return { kind, ...(await ownDrafts(db, { creatorId: viewer.id, text: input.q, filter: campaignFilter(input), cursor, limit })) }
  }
  return inSearchTurn(() => found(db, input))
})

async function found(db: Db, input: SearchInput) {
  const { kind, cursor, limit } = input
  const asked = await findSearchWords(db, input.q)
  if (kind === 'campaigns') {
    return { kind, ...(await campaignsMatching(db, { ...campaignFilter(input), asked, cursor, limit })) }
  }
  if (kind === 'targets') {
    const searched = searchedTargets({ industry: input.industry, sort: sortOf(input.sort, sortsOf.targets) })
    const { ids, ...page } = await searchPage(db, { asked, cursor, limit, searched })
    return { kind, items: await targetsByIds(db, ids), ...page }
  }
  const tags = namesIn(input.tags)
  const searched = searchedCommunities({ privacy: input.privacy, tags, sort: sortOf(input.sort, sortsOf.communities) === 'newest' ? 'new' : 'popular' })
  const { ids, ...page } = await searchPage(db, { asked, cursor, limit, searched })
  return { kind, items: await communityCards(db, ids), ...page }
}

type CampaignInput = { status: string; target?: string | undefined; industry?: string | undefined; causes?: string | undefined; sort?: string | undefined }

function campaignFilter({ status, target, industry, causes, sort }: CampaignInput): FoundFilter {
  const statuses = status === 'active' ? (['active'] as const) : status === 'victory' ? (['victory'] as const) : (['active', 'victory'] as const)
  return { statuses, target, industry, causes: namesIn(causes), sort: sortOf(sort, sortsOf.campaigns) }
}

const sortOf = <const Known extends string>(sort: string | undefined, known: readonly [Known, ...Known[]]): Known =>
  known.find((each) => each === sort) ?? known[0]

export const searchProcedures = os.router({
  preview,
  find,
  tags: os.tags.use(anyone).handler(async ({ context }) => ({ items: await communityTags(context.db) })),
})
