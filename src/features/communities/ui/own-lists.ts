import { api } from './api.ts'

export type Share = 'owned' | 'joined'

/** Communities that the viewer owns or has joined, from cursor `start`. */
export const ownCommunities = (of: Share, start?: string) =>
  api.mine.infiniteOptions({
    input: (from: string | undefined) => ({ of, limit: 10, ...(from ? { cursor: from } : {}) }),
    initialPageParam: start,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

/** Communities on another person's profile, as far as the viewer may see them. */
export const communitiesOf = ({ id, of, start }: { id: string; of: Share; start?: string | undefined }) =>
  api.ofPerson.infiniteOptions({
    input: (from: string | undefined) => ({ id, of, limit: 10, ...(from ? { cursor: from } : {}) }),
    initialPageParam: start,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
