export const entryNameLength = { targets: { min: 1, max: 80 }, industries: { min: 2, max: 80 }, causes: { min: 1, max: 80 } } as const

export const entryCodes = ['ENTRY_NAME_LENGTH', 'ENTRY_NAME_COMMA', 'ENTRY_NAME_TAKEN', 'ENTRY_INTO_UNKNOWN'] as const
export type EntryCode = (typeof entryCodes)[number]

/** A merge can be undone within this many days. */
export const undoDays = 90
