import { implement } from '@orpc/server'
import { anyone, type RequestContext } from '#platform/server/rpc.ts'
import { mailListsContract } from '../contract.ts'
import { standingOnList } from './lists.ts'
import type { MailListTokens } from './token.ts'

const os = implement(mailListsContract).$context<RequestContext & { mailListTokens: MailListTokens }>()

const get = os.get.use(anyone).handler(async ({ context: { db, mailListTokens }, input, errors }) => {
  const seat = mailListTokens.read(input.token)
  const standing = seat && (await standingOnList(db, seat))
  if (!seat || !standing) throw errors.NOT_FOUND()
  return { list: seat.list, ...standing }
})

export const mailListProcedures = os.router({ get })
