// Plain words and bounds of notifications in browsers, for browser and server.

/** So many browsers of one person are told; with one more the oldest is not told any more. */
export const browsersAtMost = 20

export const endpointLength = 2048

export const pushCodes = ['ENDPOINT_NOT_ALLOWED', 'KEYS_MALFORMED'] as const
export type PushCode = (typeof pushCodes)[number]
