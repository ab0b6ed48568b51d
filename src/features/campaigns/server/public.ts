export { heldStanding, standingFor, standingOf } from './hold.ts'
export { statusOf } from './queries.ts'
