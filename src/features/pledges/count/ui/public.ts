export { countOf } from './api.ts'
export { CountLadder } from './count-ladder.tsx'
