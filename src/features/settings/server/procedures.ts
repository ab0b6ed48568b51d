import { implement, ORPCError } from '@orpc/server'
import type { PasswordChanger } from '#features/accounts/server/public.ts'
import { profilePages } from '#features/pledges/policy.ts'
import { openConcurrencyLimit } from '#platform/server/concurrency-limit.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { type RequestContext, requireConfirmed, signedIn } from '#platform/server/rpc.ts'
import { settingsContract } from '../contract.ts'
import { namesProfile } from '../policy.ts'
import type { AddressConfirmation } from '../terms.ts'
import { changeSettings } from './change.ts'
import { ownDataOf } from './own-data.ts'
import { sessionsOf, settingsOf } from './queries.ts'

type SettingsContext = RequestContext & { passwords: PasswordChanger; addressConfirmation: AddressConfirmation }
const os = implement(settingsContract).$context<SettingsContext>()

const get = os.get
  .use(signedIn)
  .handler(async ({ context: { db, viewer, addressConfirmation } }) => ({ ...(await settingsOf(db, viewer.id)), addressConfirmation }))

const change = os.change.use(signedIn).handler(async ({ context, input }) => {
  if (namesProfile(input)) requireConfirmed(context)
  const { db, viewer, addressConfirmation, pagesChanged } = context
  const settings = await changeSettings(db, { viewer, changes: input })
  pagesChanged(`${profilePages}${viewer.id}`)
  return { ...settings, addressConfirmation }
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

// The whole file is built in memory, so the concurrency limit is one.
const exportInTurn = openConcurrencyLimit({
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
  const { viewer, passwords, sessionId, request, answer } = context
  const changed = await passwords.change({ personId: viewer.id, ...input, keep: sessionId, cookies: request.cookies })
  if (changed.done) {
    answer.setCookie = changed.deviceCookie
    return { ended: changed.ended }
  }
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
