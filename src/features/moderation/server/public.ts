export { suspendedText } from '../suspended-text.ts'
export { isHiddenWithAuthor, moderationFrom, moderationOf, recordDecision } from './decisions.ts'
export { type RefusedSuspension, suspensionByDecision, suspensionField, suspensionFrom, suspensionOf } from './suspensions.ts'
