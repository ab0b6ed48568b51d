export { isHiddenWithAuthor, moderationFrom, moderationOf, recordDecision } from './decisions.ts'
export { suspensionField, suspensionFrom, suspensionOf } from './suspensions.ts'
