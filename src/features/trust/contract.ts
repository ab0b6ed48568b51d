import { z } from 'zod'
import { sentence } from '#platform/refusal.ts'

/** Refusal of what the person has done so often that it is possible again only later. */
export const personLimit = {
  PERSON_LIMIT: { status: 429, message: sentence('PERSON_LIMIT'), data: z.object({ text: z.string(), retryAfterMs: z.int().positive() }) },
} as const

/** Refusal of a new person's comment while many other new people comment in the campaign. */
export const manyNewPeople = {
  MANY_NEW_PEOPLE: { status: 429, message: sentence('MANY_NEW_PEOPLE'), data: z.object({ text: z.string(), retryAfterMs: z.int().positive() }) },
} as const

/** Refusal of a chat message that would have to wait for a moderator. The sender can change it and send it at once. */
export const textWaits = {
  TEXT_WAITS: { status: 422, message: sentence('TEXT_WAITS'), data: z.object({ text: z.string() }) },
} as const

/** Refusal of a text that the same person wrote several times lately. Another text is accepted at once. */
export const repeatedText = {
  TEXT_REPEATED: { status: 429, message: sentence('TEXT_REPEATED'), data: z.object({ text: z.string() }) },
} as const
