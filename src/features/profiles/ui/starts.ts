import type { ProfileSearch } from './profile-search.ts'

/** The start cursor of each list. */
export const startsOf = ({ tab, cursor }: ProfileSearch) => ({
  campaigns: tab === 'campaigns' ? cursor : undefined,
  pledges: tab === 'pledges' ? cursor : undefined,
  created: tab === 'created' ? cursor : undefined,
  joined: tab === 'joined' ? cursor : undefined,
})
