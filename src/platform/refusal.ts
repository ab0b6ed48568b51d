import { z } from 'zod'
import { refusalSentences } from './refusal-sentences.ts'

/** Maps each invalid field to the code of the rule it breaks; pages and mails turn codes into text. */
export type FieldProblems<Code extends string = string> = { [field: string]: Code }

const Fields = z.object({ fields: z.record(z.string(), z.string()) })

/** Error map of a contract for field rules: one 422 refusal per code. */
export function fieldRefusals<const Code extends string>(codes: readonly Code[]) {
  const map = Object.fromEntries(codes.map((code) => [code, { status: 422, message: sentence(code), data: Fields }]))
  return map as { [C in Code]: { status: 422; message: string; data: typeof Fields } }
}

// Refusals that many operations share, for the error maps of contracts.
export const signInFirst = { UNAUTHORIZED: { message: 'Sign in first.' } } as const
export const notFound = { NOT_FOUND: { message: 'Not found.' } } as const
export const confirmFirst = {
  CONFIRM_EMAIL_FIRST: { status: 403, message: 'Confirm your email address first.', data: z.object({ text: z.string() }) },
} as const
export const badCursor = { BAD_CURSOR: { status: 400, message: 'This cursor is not valid.' } } as const
export const keyReused = { IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This Idempotency-Key was used for another request.' } } as const

/** Status of refusals that depend on the current state, for the error maps of contracts. */
export const stateRefusal = { status: 409 } as const

/** The API's `message` for a code: its entry in `refusalSentences`, else the words of the code itself. */
export function sentence(code: string): string {
  const known = refusalSentences[code]
  if (known !== undefined) return known
  const words = code.toLowerCase().replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
