import { apiFor } from '#platform/client/api.ts'
import type { EntryListSearch } from '../../ui/entry-list-search.ts'
import { allNames, groupPages } from '../../ui/group-pages.ts'
import type { causesContract } from '../contract.ts'

const { list } = apiFor<typeof causesContract>('causes')

export const allCauses = () => allNames('causes', list.call)
export const causePages = (search: EntryListSearch) => list.infiniteOptions(groupPages(search))

/** Active causes with the highest trending scores. */
export const movingCauses = (limit: number) => list.queryOptions({ input: { active: true, sort: 'trending', limit } })
