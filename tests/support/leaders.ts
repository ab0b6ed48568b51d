import type { Leadership } from '#platform/server/leader.ts'

/** For a job that only this test runs. */
export const soleLeader: Leadership = { isMine: async () => true, stop: async () => {} }
