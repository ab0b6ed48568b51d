import { apiFor } from '#platform/client/api.ts'
import type { EntryListSearch } from '../../ui/entry-list-search.ts'
import { allNames, groupPages } from '../../ui/group-pages.ts'
import type { industriesContract } from '../contract.ts'

const { list } = apiFor<typeof industriesContract>('industries')

export const allIndustries = () => allNames('industries', list.call)
export const industryPages = (search: EntryListSearch) => list.infiniteOptions(groupPages(search))

/** Active industries with the highest trending scores. */
export const movingIndustries = (limit: number) => list.queryOptions({ input: { active: true, sort: 'trending', limit } })
