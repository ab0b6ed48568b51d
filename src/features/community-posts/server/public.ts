export { heldPost, type PostStanding, postStanding } from './standing.ts'
