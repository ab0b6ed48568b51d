export { heldStanding, standingFor, standingOf } from './hold.ts'
export { cardsOf, statusOf } from './queries.ts'
export { removeDrafts } from './remove-drafts.ts'
