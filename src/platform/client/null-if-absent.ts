import { refusalOf } from './refusal-of.ts'

/** Awaits a response of the API; null for status 404: the object does not exist, or the reader may not see it. */
export const nullIfAbsent = <Answer>(answer: Promise<Answer>): Promise<Answer | null> =>
  answer.catch((error: unknown) => {
    if (refusalOf(error)?.status === 404) return null
    throw error
  })
