import { refusalOf } from './refusal-of.ts'

/** The answer; null if there is no such thing for this reader. */
export const nullIfAbsent = <Answer>(answer: Promise<Answer>): Promise<Answer | null> =>
  answer.catch((error: unknown) => {
    if (refusalOf(error)?.status === 404) return null
    throw error
  })
