import { implement } from '@orpc/server'
import { anyone, type RequestContext } from '#platform/server/rpc.ts'
import { mailListsContract } from '../contract.ts'
import { listState } from './lists.ts'
import type { MailListTokens } from './token.ts'

const os = implement(mailListsContract).$context<RequestContext & { mailListTokens: MailListTokens }>()

const get = os.get.use(anyone).handler(async ({ context: { db, mailListTokens }, input, errors }) => {
  const seat = mailListTokens.read(input.token)
  const access = seat && (await listState(db, seat))
  if (!seat || !access) throw errors.NOT_FOUND()
  return { list: seat.list, ...access }
})

export const mailListProcedures = os.router({ get })
