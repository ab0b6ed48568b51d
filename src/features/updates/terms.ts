// Limits and error codes of updates: plain values, for browser and server.

export const updateLimits = { title: 120, body: 20_000 } as const
export const updateCodes = ['UPDATE_BLANK', 'UPDATE_TOO_LONG', 'UPDATE_TITLE_TOO_LONG'] as const
export type UpdateCode = (typeof updateCodes)[number]

/** The title of an update that was posted without one. */
export const plainTitle = 'Update'
