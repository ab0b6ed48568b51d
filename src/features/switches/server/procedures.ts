import { os as base, implement } from '@orpc/server'
import { operatorsOnly } from '#platform/server/roles-only.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { switchesContract } from '../contract.ts'
import { mayWriteReadOnly } from '../policy.ts'
import { changeSwitch, readSwitches } from './change-switch.ts'
import { closed, type Switches } from './open-switches.ts'

type SwitchesContext = RequestContext & { switches: Switches }
const os = implement(switchesContract).$context<SwitchesContext>().use(operatorsOnly)

const list = os.list.use(signedIn).handler(({ context: { db } }) => readSwitches(db))

const set = os.set.use(signedIn).handler(async ({ context: { db, viewer, switches }, input }) => {
  await changeSwitch(db, { ...input, actorId: viewer.id })
  await switches.refresh()
  return readSwitches(db)
})

export const switchProcedures = os.router({ list, set })

/** Unsubscribing from mail, and writing to the operator, work while the site is read-only. */
const alwaysOpen = ['mailLists', 'contact']

/** Refuses every operation that changes something while the site is read-only. */
export const unlessReadOnly = base.$context<SwitchesContext>().middleware(({ context: { switches, viewer }, path, procedure, next }) => {
  const isWrite = procedure['~orpc'].route.method !== 'GET'
  if (isWrite && switches.current().on.includes('read_only') && !mayWriteReadOnly(viewer) && !alwaysOpen.includes(path[0] ?? '')) throw closed('read_only')
  return next()
})
