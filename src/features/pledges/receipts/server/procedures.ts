import { implement } from '@orpc/server'
import type { PasswordChanger } from '#features/accounts/server/public.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { anyone, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { receiptsContract } from '../contract.ts'
import { leavesOf, listsOf } from './queries.ts'
import { needsOf, receiptOf } from './receipt.ts'

const os = implement(receiptsContract).$context<RequestContext & { passwords: PasswordChanger }>()

const lists = os.lists.use(anyone).handler(async ({ context: { db }, input: { id, cursor, limit }, errors }) => {
  const page = await listsOf(db, { campaignId: id, cursor, limit })
  if (!page) throw errors.NOT_FOUND()
  return page
})

const leaves = os.leaves.use(anyone).handler(async ({ context: { db }, input: { id, day, from }, errors }) => {
  const part = await leavesOf(db, { campaignId: id, day, from })
  if (!part) throw errors.NOT_FOUND()
  const name = `leaves-${day}-${from}.bin`
  const body = new File([Uint8Array.from(part)], name, { type: 'application/octet-stream' })
  return { headers: { 'content-disposition': `attachment; filename="${name}"` }, body }
})

const show = os.show.use(signedIn).handler(async ({ context: { db, viewer, passwords, answer }, input, errors }) => {
  const key = { campaignId: input.id, personId: viewer.id }
  const needs = await needsOf(db, key)
  if (needs === null) throw errors.NOT_FOUND()
  if (needs === 'confirmed_address') throw errors.CONFIRM_ADDRESS_FIRST()
  const checked = await passwords.check({ personId: viewer.id, password: input.password })
  if ('wait' in checked) {
    answer.retryAfterSeconds = checked.wait
    throw errors.TOO_MANY_REQUESTS({ data: { retryAfter: checked.wait } })
  }
  if (!checked.isRight) refuseFields({ password: 'CURRENT_PASSWORD_WRONG' })
  const receipt = await receiptOf(db, key)
  if (!receipt) throw errors.NOT_FOUND()
  return receipt
})

export const receiptProcedures = os.router({ lists, leaves, show })
