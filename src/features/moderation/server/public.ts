export { moderationFrom, moderationOf, recordDecision } from './decisions.ts'
