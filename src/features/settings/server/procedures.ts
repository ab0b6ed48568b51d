import { implement, ORPCError } from '@orpc/server'
import type { PasswordDesk } from '#features/accounts/server/public.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { openTurns } from '#platform/server/turns.ts'
import { settingsContract } from '../contract.ts'
import type { AddressConfirmation } from '../terms.ts'
import { changeSettings } from './change.ts'
import { ownDataOf } from './own-data.ts'
import { sessionsOf, settingsOf } from './queries.ts'

type SettingsContext = RequestContext & { passwords: PasswordDesk; addressConfirmation: AddressConfirmation }
const os = implement(settingsContract).$context<SettingsContext>()

const get = os.get
  .use(signedIn)
  .handler(async ({ context: { db, viewer, addressConfirmation } }) => ({ ...(await settingsOf(db, viewer.id)), addressConfirmation }))

const change = os.change.use(signedIn).handler(async ({ context: { db, viewer, addressConfirmation }, input }) => {
  return { ...(await changeSettings(db, { personId: viewer.id, changes: input })), addressConfirmation }
})

const sessions = os.sessions.use(signedIn).handler(async ({ context }) => {
  const { db, viewer, sessionId } = context
  return { items: await sessionsOf(db, { personId: viewer.id, sessionId }) }
})

const endSession = os.endSession.use(signedIn).handler(async ({ context, input, errors }) => {
  const isEnded = await context.sessions.endOne({ id: input.id, personId: context.viewer.id })
  if (!isEnded) throw errors.NOT_FOUND()
  return { id: input.id }
})

const endOtherSessions = os.endOtherSessions.use(signedIn).handler(async ({ context }) => {
  const { sessions, viewer, sessionId } = context
  return { ended: await sessions.end({ personId: viewer.id, except: sessionId }) }
})

// A file is made whole, in memory: one at a time, so that it is never more than one person's.
const exportInTurn = openTurns({
  atOnce: 1,
  waiting: 20,
  full: () => new ORPCError('BUSY', { status: 503, message: 'Too many downloads at once. Try again in a moment.' }),
})

const exportOwn = os.export.use(signedIn).handler(async ({ context }) => {
  const at = new Date()
  const text = await exportInTurn(() => ownDataOf(context.db, { personId: context.viewer.id, at }))
  const name = `holdout-my-data-${at.toISOString().slice(0, 10)}.json`
  return { headers: { 'content-disposition': `attachment; filename="${name}"` }, body: new File([text], name, { type: 'application/json' }) }
})

const changePassword = os.changePassword.use(signedIn).handler(async ({ context, input, errors }) => {
  const { viewer, passwords, sessionId, answer } = context
  const changed = await passwords.change({ personId: viewer.id, ...input, keep: sessionId })
  if (changed.done) return { ended: changed.ended }
  if ('wait' in changed) {
    answer.retryAfterSeconds = changed.wait
    throw errors.TOO_MANY_REQUESTS({ data: { retryAfter: changed.wait } })
  }
  if (changed.why === 'no password') throw errors.NO_PASSWORD()
  if (changed.why === 'wrong') refuseFields({ current: 'CURRENT_PASSWORD_WRONG' })
  refuseFields({ next: changed.why })
  throw new Error('A password was neither changed nor refused')
})

export const settingsProcedures = os.router({ get, change, sessions, endSession, endOtherSessions, export: exportOwn, changePassword })
