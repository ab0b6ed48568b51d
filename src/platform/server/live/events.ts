/**
 * An event of a topic. Of announced events only the newest matters. `requery` is set if the data was queried for the event: a
 * process that could not send it queries again, because other processes may have published newer data meanwhile.
 */
export type LiveEvent = { topic: string; data: unknown; requery?: () => void }

/**
 * An event that every reader receives, once and in order. Publishing the same `name` of a topic again has no effect, so a
 * retry is harmless. `about` identifies the object of the event: a reader that reconnects gets only the newest per object.
 */
export type ReliableEvent = LiveEvent & { name: string; about: string }

/** A reliable event with its id, which is the same in every process. Readers report their position with it. */
export type PublishedEvent = ReliableEvent & { id: string }

export type LiveMessage = LiveEvent | PublishedEvent

export const isPublished = (message: LiveMessage): message is PublishedEvent => 'id' in message

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
