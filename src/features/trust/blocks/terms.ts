/** mute: the person does not see what the other one writes. block: neither sees what the other writes. */
export const blockKinds = ['mute', 'block'] as const
export type BlockKind = (typeof blockKinds)[number]

/** People whom one person can mute and block together. */
export const mostBlocks = 1_000
