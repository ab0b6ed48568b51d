import { os as base, implement } from '@orpc/server'
import { operatorsOnly } from '#platform/server/roles-only.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { switchesContract } from '../contract.ts'
import { mayWriteReadOnly } from '../policy.ts'
import { changeSwitch, readSwitches } from './change-switch.ts'
import { type Switches, switchError } from './open-switches.ts'

type SwitchesContext = RequestContext & { switches: Switches }
const os = implement(switchesContract).$context<SwitchesContext>().use(operatorsOnly)

const list = os.list.use(signedIn).handler(({ context: { db } }) => readSwitches(db))

const set = os.set.use(signedIn).handler(async ({ context: { db, viewer, switches }, input }) => {
  await changeSwitch(db, { ...input, actorId: viewer.id })
  await switches.refresh()
  return readSwitches(db)
})

export const switchProcedures = os.router({ list, set })

/** First part of the names of operations that write in read-only mode too: unsubscribing from mail, and messages to the operator. */
const writableWhenReadOnly = ['mailLists', 'contact']

/** In read-only mode, refuses every operation that may write, except for moderators and the operations of `writableWhenReadOnly`. */
export const unlessReadOnly = base.$context<SwitchesContext>().middleware(({ context: { switches, viewer }, path, procedure, next }) => {
  const isWrite = procedure['~orpc'].route.method !== 'GET'
  if (isWrite && switches.current().on.includes('read_only') && !mayWriteReadOnly(viewer) && !writableWhenReadOnly.includes(path[0] ?? ''))
    throw switchError('read_only')
  return next()
})
