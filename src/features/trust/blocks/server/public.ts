export { forgetBlocks, isKeptApart, keptApart, keptApartFrom, ownBlock } from './queries.ts'
