import { randomUUID } from 'node:crypto'
import type { Log } from '../log.ts'
import { isReliable, type LiveDriver, type LiveEvent, type LiveMessage, type ReliableEvent } from './events.ts'
import { gapPayload, openUnpacking, payloadsOf } from './payloads.ts'

const checkMs = 10_000
const eventsKept = 2_000

/** An open connection to the other processes. */
export type Connection = {
  /** Sends all payloads in this order, to this process as well; resolves when the server has accepted them. */
  send: (payloads: string[]) => Promise<void>
  /** Throws if the server does not answer. */
  check: () => Promise<void>
  /** Never throws; `onEnd` is called in every case. */
  end: () => Promise<void>
}

type Ends = { onPayload: (payload: string) => void; onEnd: (error: unknown) => void }

type Options = {
  /** Connects and subscribes. If that fails, it throws and leaves nothing open. */
  connect: (ends: Ends) => Promise<Connection>
  /** Maximum size of a payload, in bytes. */
  payloadBytes: number
  /** Returns the fields of an error that may be logged. */
  reasonOf: (error: unknown) => Record<string, unknown>
  log: Log
}

type Driver = Options & {
  /** Null while the connection is lost. */
  connection: Connection | null
  /** The last send on the connection; one runs at a time. */
  sending: Promise<void>
  listener: Parameters<LiveDriver['subscribe']>[0]
  hasListened: boolean
  isClosed: boolean
  retry?: NodeJS.Timeout
  unpacking: ReturnType<typeof openUnpacking>
  /** Messages that were not sent yet: the newest event of each topic, all reliable events, and whether any of these had to be dropped. */
  owed: Map<string, LiveEvent>
  said: ReliableEvent[]
  hasLost: boolean
}

/**
 * Carries messages between processes through a server that delivers each message to all subscribers, in one order. While the
 * connection is lost, this process delivers announced events to its own listeners and keeps two things for the others: the
 * newest event of each topic, or a new query if its data was queried, and all reliable events. After a reconnect it reports a gap,
 * because messages of other processes may have been missed.
 */
export function sharedDriver(options: Options): LiveDriver {
  const driver: Driver = {
    ...options,
    connection: null,
    sending: Promise.resolve(),
    listener: { onMessages: () => {}, onGap: () => {} },
    hasListened: false,
    isClosed: false,
    unpacking: openUnpacking(),
    owed: new Map(),
    said: [],
    hasLost: false,
  }
  let check: NodeJS.Timeout | undefined
  return {
    async publish(messages) {
      for (const message of messages) keep(driver, message)
      if (driver.connection) await send(driver)
      else driver.listener.onMessages(messages.filter((message) => !isReliable(message)))
    },
    async subscribe(listener) {
      driver.listener = listener
      await open(driver).catch((error: unknown) => {
        driver.isClosed = true
        throw error
      })
      check = setInterval(() => void checkConnection(driver), checkMs)
    },
    async close() {
      driver.isClosed = true
      clearTimeout(driver.retry)
      clearInterval(check)
      // Sends the messages that still wait.
      if (driver.connection) await send(driver).catch(() => {})
      await driver.connection?.end()
    },
  }
}

async function open(driver: Driver): Promise<void> {
  const { log, reasonOf } = driver
  let [fresh, hasEnded]: [Connection | null, boolean] = [null, false]
  // Payloads that arrive together with the confirmation of the subscription are delivered after the gap is reported.
  let early: string[] | null = []
  try {
    fresh = await driver.connect({
      onPayload: (payload) => void (early ? early.push(payload) : receive(driver, payload)),
      onEnd(error) {
        hasEnded = true
        if (fresh === null || driver.connection !== fresh) return
        driver.connection = null
        if (!driver.isClosed) log.warn(reasonOf(error), 'live connection lost')
        openSoon(driver)
      },
    })
  } catch (error) {
    log.warn(reasonOf(error), 'live connection failed')
    if (driver.hasListened) openSoon(driver)
    throw error
  }
  // The connection was lost before it could be used.
  if (hasEnded) return openSoon(driver)
  driver.connection = fresh
  recheck(driver)
  if (driver.hasListened) reportGap(driver)
  driver.hasListened = true
  const waiting = early
  early = null
  for (const payload of waiting) receive(driver, payload)
  if (driver.isClosed) await fresh.end()
  else await send(driver).catch(() => {})
}

function openSoon(driver: Driver): void {
  clearTimeout(driver.retry)
  if (!driver.isClosed) driver.retry = setTimeout(() => open(driver).catch(() => {}), 250 + Math.random() * 500)
}

/** Repeats the queries whose results could not be sent, because these are outdated by now. */
function recheck({ owed }: Driver): void {
  for (const [topic, event] of owed) {
    if (!event.requery) continue
    owed.delete(topic)
    event.requery()
  }
}

function receive(driver: Driver, payload: string): void {
  const read = driver.unpacking.read(payload)
  if (read === 'gap') reportGap(driver)
  else driver.listener.onMessages(read)
}

function reportGap({ unpacking, listener }: Driver): void {
  unpacking.clear()
  listener.onGap()
}

function keep(driver: Driver, message: LiveMessage): void {
  if (!isReliable(message)) return void driver.owed.set(message.topic, message)
  driver.said.push(message)
  if (driver.said.length <= eventsKept) return
  // Too many to keep: they are dropped, and all processes receive a gap in their place.
  driver.said = []
  driver.hasLost = true
}

function send(driver: Driver): Promise<void> {
  driver.sending = driver.sending.catch(() => {}).then(() => sendKept(driver))
  return driver.sending
}

async function sendKept(driver: Driver): Promise<void> {
  const { connection, owed, said, hasLost } = driver
  if (!connection || said.length + owed.size + Number(hasLost) === 0) return
  const events = [...owed.values()]
  driver.said = []
  owed.clear()
  driver.hasLost = false
  try {
    await connection.send([...(hasLost ? [gapPayload] : []), ...payloadsOf([...said, ...events], { newKey: randomUUID, limit: driver.payloadBytes })])
  } catch (error) {
    driver.hasLost ||= hasLost
    driver.said = [...said, ...driver.said]
    for (const event of events) if (!owed.has(event.topic)) owed.set(event.topic, event)
    driver.listener.onMessages(events)
    // Closes a connection that cannot send; its end triggers a reconnect.
    await connection.end()
    throw error
  }
}

/** Detects a dead connection, which a process that sends nothing would not notice. */
async function checkConnection({ connection }: Driver): Promise<void> {
  await connection?.check().catch(() => connection.end())
}
