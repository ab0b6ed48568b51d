/**
 * An event of a topic. Of announced events only the newest matters. `requery` is set if the data was queried for the event: a
 * process that could not send it queries again, because other processes may have published newer data meanwhile.
 */
export type LiveEvent = { topic: string; data: unknown; requery?: () => void }

/** An event that every open stream receives, once and in order. Publishing the same `name` of a topic again has no effect, so a retry is harmless. */
export type ReliableEvent = LiveEvent & { name: string }

export type LiveMessage = LiveEvent | ReliableEvent

export const isReliable = (message: LiveMessage): message is ReliableEvent => 'name' in message

/** Carries events between the processes of a site: through PostgreSQL or a broker. */
export type LiveDriver = {
  /** Delivers the messages in this order, to this process as well. Reliable events are kept until they are sent. */
  publish: (messages: LiveMessage[]) => Promise<void>
  /** `onGap` is called when messages may have been missed. */
  subscribe: (listener: { onMessages: (messages: LiveMessage[]) => void; onGap: () => void }) => Promise<void>
  close: () => Promise<void>
}

/** The broker did not answer or refused the connection when the process started. */
export class BrokerUnavailable extends Error {}
