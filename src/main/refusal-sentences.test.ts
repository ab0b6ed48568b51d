import { isContractProcedure } from '@orpc/contract'
import { expect, test } from 'vitest'
import { refusalSentences } from '#platform/refusal-sentences.ts'
import { contract } from './contract.ts'

/** Returns the codes of all refusals of a field. */
function fieldCodes(at: object): string[] {
  if (!isContractProcedure(at)) return Object.values(at).flatMap(fieldCodes)
  return Object.entries(at['~orpc'].errorMap).flatMap(([code, known]) => (Object(known).status === 422 && Object(known).data ? [code] : []))
}

test('every refusal of a field has its own sentence, which is not just its code', () => {
  const codes = [...new Set(fieldCodes(contract))]
  expect(codes.length).toBeGreaterThan(60)
  expect(codes.filter((code) => refusalSentences[code] === undefined)).toEqual([])
})
