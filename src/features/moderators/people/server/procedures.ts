import { implement } from '@orpc/server'
import { raise } from '#platform/raise.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { moderatorsOnly } from '#platform/server/roles-only.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { peopleContract } from '../contract.ts'
import { addressLimitText } from '../limit-text.ts'
import { mayChangeRoles } from '../policy.ts'
import { changeRole } from './change-role.ts'
import { latestRoleChanges, listPeople, personById, signUpsByGroup } from './queries.ts'
import { readAddress } from './read-address.ts'
import { lift as liftSuspension, suspend as suspendPerson } from './suspend.ts'
import { type ContentNews, publishContent } from './suspension-end.ts'

const os = implement(peopleContract).$context<RequestContext & ContentNews & { notifications: { runSoon: () => void } }>().use(moderatorsOnly)

const list = os.list.use(signedIn).handler(({ context: { db }, input }) => listPeople(db, input))

const signUps = os.signUps.use(signedIn).handler(({ context: { db } }) => signUpsByGroup(db))

const address = os.address.use(signedIn).handler(async ({ context: { db, viewer }, input, errors }) => {
  const read = await inTransaction(db, (tx) => readAddress(tx, { ...input, reader: viewer }))
  if (read.outcome === 'absent') throw errors.NOT_FOUND()
  if (read.outcome === 'forbidden') throw errors.FORBIDDEN()
  if (read.outcome === 'limited') {
    const retryAfterMs = Math.max(1, read.next.getTime() - Date.now())
    throw errors.ADDRESS_LIMIT({ data: { text: addressLimitText(read.next), retryAfterMs } })
  }
  return read.person
})

const suspend = os.suspend.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, sessions, pagesChanged } = context
  const done = await inTransaction(db, (tx) => suspendPerson(tx, { ...input, moderator: viewer }, errors))
  sessions.haveEnded(done.sessions)
  publishContent(context, done.content)
  context.notifications.runSoon()
  pagesChanged()
  return (await personById(db, input.id)) ?? raise(errors.NOT_FOUND())
})

const lift = os.lift.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, pagesChanged } = context
  publishContent(context, await inTransaction(db, (tx) => liftSuspension(tx, { ...input, moderator: viewer }, errors)))
  context.notifications.runSoon()
  pagesChanged()
  return (await personById(db, input.id)) ?? raise(errors.NOT_FOUND())
})

const setRole = os.setRole.use(signedIn).handler(async ({ context: { db, viewer }, input, errors }) => {
  if (!mayChangeRoles(viewer)) throw errors.NOT_FOUND()
  const outcome = await inTransaction(db, (tx) => changeRole(tx, { ...input, actorId: viewer.id }))
  if (outcome === 'absent') throw errors.NOT_FOUND()
  if (outcome === 'last admin') throw errors.LAST_ADMIN()
  return (await personById(db, input.id)) ?? raise(errors.NOT_FOUND())
})

const roleChanges = os.roleChanges.use(signedIn).handler(async ({ context: { db, viewer }, errors }) => {
  if (!mayChangeRoles(viewer)) throw errors.NOT_FOUND()
  return { items: await latestRoleChanges(db) }
})

export const peopleProcedures = os.router({ list, signUps, address, suspend, lift, setRole, roleChanges })
