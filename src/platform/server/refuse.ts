import { ORPCError } from '@orpc/server'
import { type FieldProblems, sentence } from '../refusal.ts'

/** Throws the 422 refusal for the fields that break a rule; returns when there are none. The first names the code. */
export function refuseFields(problems: FieldProblems): void {
  const code = Object.values(problems)[0]
  if (code === undefined) return
  throw new ORPCError(code, { status: 422, defined: true, message: sentence(code), data: { fields: problems } })
}
