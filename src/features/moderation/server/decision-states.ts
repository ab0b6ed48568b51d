import { sql } from 'kysely'
import { automaticStates, isShown, moderationStates, organizerStates } from '../terms.ts'

const allStates = [...moderationStates, ...organizerStates, ...automaticStates]
const listOf = (states: readonly string[]) => sql.join(states.map((state) => sql.lit(state)))

// SQL lists of states, for conditions with `in`.
/** Decisions that change who reads the content. Keeping reported content changes nothing, so it is left out. */
export const contentStates = listOf(allStates)
export const shownStates = listOf(allStates.filter(isShown))
export const hiddenStates = listOf(allStates.filter((state) => !isShown(state)))
