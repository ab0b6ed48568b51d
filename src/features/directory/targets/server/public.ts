export { targetsByIds } from './queries.ts'
