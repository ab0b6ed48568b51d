export { suspendedText } from '../suspended-text.ts'
export { closeReports } from './close-reports.ts'
export { isHiddenWithAuthor, moderationFrom, moderationOf, recordDecision } from './decisions.ts'
export { type RefusedSuspension, suspensionByDecision, suspensionField, suspensionFrom, suspensionOf } from './suspensions.ts'
