import { pagesFrom } from '#platform/client/pages.ts'
import { api } from './api.ts'

export type Share = 'owned' | 'joined'

/** Communities that the viewer owns or has joined, from cursor `start`. */
export const ownCommunities = (of: Share, start?: string) => api.mine.infiniteOptions(pagesFrom({ of, limit: 10 }, start))

/** Communities on another person's profile, as far as the viewer may see them. */
export const communitiesOf = ({ id, of, start }: { id: string; of: Share; start?: string | undefined }) =>
  api.ofPerson.infiniteOptions(pagesFrom({ id, of, limit: 10 }, start))
