import type { Leadership } from '#platform/server/leader.ts'

/** For a job that a test runs alone. */
export const soleLeader: Leadership = { isMine: async () => true, stop: async () => {} }
