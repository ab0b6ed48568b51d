/**
 * News of a topic. Of an announced one only the newest counts. `lookAgain`, where it was looked up: a process that could not
 * send it looks anew, for by then others may have told what is newer.
 */
export type LiveEvent = { topic: string; data: unknown; lookAgain?: () => void }

/**
 * An event of which each is handed over, once and in order. Saying the same `name` of a topic again says nothing new, so
 * a retry is harmless. `about` names the thing it speaks of: whoever comes back is told only the newest about each.
 */
export type Saying = LiveEvent & { name: string; about: string }

/** A saying under the id by which readers tell how far they have come; the same id in every process. */
export type SaidEvent = Saying & { id: string }

export type LiveMessage = LiveEvent | SaidEvent

export const isSaid = (message: LiveMessage): message is SaidEvent => 'id' in message

/** Carries events between the processes of a site: through PostgreSQL or a broker. */
export type LiveDriver = {
  /** Hands them over in this order, to this process as well. Said ones are kept until they are through. */
  publish: (messages: LiveMessage[]) => Promise<void>
  /** `onGap` is told when messages may have been missed. */
  subscribe: (listener: { onMessages: (messages: LiveMessage[]) => void; onGap: () => void }) => Promise<void>
  close: () => Promise<void>
}

/** The broker did not answer, or would not have us, when the process began. */
export class BrokerAway extends Error {}
