import { ORPCError } from '@orpc/server'
import { type FieldProblems, sentence } from '../refusal.ts'

/** Throws a 422 refusal if any field breaks a rule; its code is that of the first field. */
export function refuseFields(problems: FieldProblems): void {
  const code = Object.values(problems)[0]
  if (code === undefined) return
  throw new ORPCError(code, { status: 422, defined: true, message: sentence(code), data: { fields: problems } })
}
