/** Decisions of the owner and mods of a community about what was reported there. */
export const modsDecisions = ['kept', 'removed'] as const
