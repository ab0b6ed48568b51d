import { apiFor } from '#platform/client/api.ts'
import { pagesFrom } from '#platform/client/pages.ts'
import type { peopleContract } from '../contract.ts'
import { type PeopleShown, peopleShown } from '../terms.ts'

export const api = apiFor<typeof peopleContract>('people')

/** Search parameters of the page of people. */
export type PeopleSearch = { q?: string | undefined; show?: string | undefined; cursor?: string | undefined }
export const shownIn = ({ show }: PeopleSearch): PeopleShown => peopleShown.find((known) => known === show) ?? 'all'

export const peoplePages = (search: PeopleSearch) => ({
  ...api.list.infiniteOptions(pagesFrom({ limit: 20, q: search.q?.slice(0, 200) ?? '', show: shownIn(search) }, search.cursor)),
  staleTime: 1_000,
})

export const signUps = () => ({ ...api.signUps.queryOptions(), staleTime: 10_000 })

export const roleChanges = () => ({ ...api.roleChanges.queryOptions(), staleTime: 1_000 })
