import { pagesFrom } from '#platform/client/pages.ts'
import { readerOf } from '#platform/client/search-text.ts'
import { searchText } from '#platform/words.ts'
import { type CommunitySort, type communitySorts, type Privacy, pageSize, privacies } from '../terms.ts'
import { api } from './api.ts'

/** Search parameters of /communities; default values are left out. */
export type ListSearch = {
  q?: string | undefined
  privacy?: Privacy | undefined
  tag?: string | undefined
  sort?: Exclude<CommunitySort, 'popular'> | undefined
  cursor?: string | undefined
}
export type ListTexts = { [Name in keyof ListSearch]?: string | undefined }

const offered = ['members', 'new', 'trending'] as const satisfies readonly Exclude<CommunitySort, (typeof communitySorts)[0]>[]

/** Parses the query; unknown values are ignored. */
export const readListSearch = (given: ListTexts): ListSearch => ({
  q: searchText(given.q ?? '').text || undefined,
  privacy: privacies.find((each) => each === given.privacy),
  tag: readerOf(given).short('tag'),
  sort: offered.find((each) => each === given.sort),
  cursor: readerOf(given).cursor(),
})

export const isNarrowed = ({ q, privacy, tag }: ListSearch) => Boolean(q || privacy || tag)

/** The list in pages of 20, from the address's cursor on. */
export const communityPages = ({ q, privacy, tag, sort, cursor }: ListSearch) =>
  api.list.infiniteOptions(
    pagesFrom(
      {
        ...(q ? { q } : {}),
        privacy: privacy ?? 'all',
        ...(tag ? { tag } : {}),
        sort: sort ?? 'popular',
        limit: pageSize,
      },
      cursor,
    ),
  )

export const trendingCommunities = () => api.trending.queryOptions()
export const communityTags = () => api.tags.queryOptions()
