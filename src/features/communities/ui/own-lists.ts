import { api } from './api.ts'

export type Share = 'owned' | 'joined'

/** Own communities, those one owns or has joined, from a cursor on. */
export const ownCommunities = (of: Share, start?: string) =>
  api.mine.infiniteOptions({
    input: (from: string | undefined) => ({ of, limit: 10, ...(from ? { cursor: from } : {}) }),
    initialPageParam: start,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

/** What the reader may know of another's. */
export const communitiesOf = ({ id, of, start }: { id: string; of: Share; start?: string | undefined }) =>
  api.ofPerson.infiniteOptions({
    input: (from: string | undefined) => ({ id, of, limit: 10, ...(from ? { cursor: from } : {}) }),
    initialPageParam: start,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
