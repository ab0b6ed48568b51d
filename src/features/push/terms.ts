// Constants of push notifications: plain values, for browser and server.

/** Number of subscribed browsers per person. If there are more, the oldest subscription is deleted. */
export const browsersAtMost = 20

export const endpointLength = 2048

export const pushCodes = ['ENDPOINT_NOT_ALLOWED', 'KEYS_MALFORMED'] as const
export type PushCode = (typeof pushCodes)[number]
