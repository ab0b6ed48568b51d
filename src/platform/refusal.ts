import { z } from 'zod'
import { refusalSentences } from './refusal-sentences.ts'

/** Which field breaks which rule, by code; pages and mails turn codes into text. */
export type FieldProblems<Code extends string = string> = { [field: string]: Code }

const Fields = z.object({ fields: z.record(z.string(), z.string()) })

/** The contract's error map for rules that belong to a field: one 422 refusal for each code. */
export function fieldRefusals<const Code extends string>(codes: readonly Code[]) {
  const map = Object.fromEntries(codes.map((code) => [code, { status: 422, message: sentence(code), data: Fields }]))
  return map as { [C in Code]: { status: 422; message: string; data: typeof Fields } }
}

// Refusals that many operations share, for a contract's error map.
export const signInFirst = { UNAUTHORIZED: { message: 'Sign in first.' } } as const
export const notFound = { NOT_FOUND: { message: 'Not found.' } } as const
export const badCursor = { BAD_CURSOR: { status: 400, message: 'This cursor is not one of ours.' } } as const
export const keyReused = { IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This Idempotency-Key was used for another request.' } } as const

/** The API's `message` for a code: its own sentence, else the words of the code. */
export const stateRefusal = { status: 409 } as const

/** What the API's `message` says of a code; of one without a sentence of its own the words of the code. */
export function sentence(code: string): string {
  const known = refusalSentences[code]
  if (known !== undefined) return known
  const words = code.toLowerCase().replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
