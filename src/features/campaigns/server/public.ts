export { heldStanding, standingOf } from './hold.ts'
