import { z } from 'zod'
import { slowModeOn } from '#features/moderation/switches/contract.ts'
import { sentence, stateRefusal } from '#platform/refusal.ts'

/** Refusals of comments and chat messages that moderators have limited. */
export const limitRefusals = {
  DISCUSSION_LOCKED: { ...stateRefusal, message: sentence('DISCUSSION_LOCKED'), data: z.object({ text: z.string() }) },
  ...slowModeOn,
} as const
