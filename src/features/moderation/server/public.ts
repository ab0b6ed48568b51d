export { demandText } from '../demand-text.ts'
export { ruleLine } from '../rule-text.ts'
export { suspendedText } from '../suspended-text.ts'
export { claimedBy, isClaimedByOther, refuseClaimed } from './claims.ts'
export { closeReports } from './close-reports.ts'
export { contentStates, hiddenStates } from './decision-states.ts'
export {
  type AutomaticDecision,
  type ContentDecision,
  type Decided,
  decideAbout,
  decideOrApplyRule,
  deciderOf,
  decisionsAgainst,
  isHiddenWithAuthor,
  isReadableBy,
  lastDecisionAbout,
  moderationFrom,
  moderationOf,
  newestAbout,
  publishDecided,
  recordDecision,
} from './decisions.ts'
export { publicDemandOf, recordDemand } from './demands.ts'
export { areWordsOver, forgetWords } from './forget-words.ts'
export { hasDecidedAgainst, lockDecisions, settleAppeal } from './inform-author.ts'
export { type Marked, markWithAuthor } from './mark-with-author.ts'
export { addToQueue, hasModerators, reportAutomatically, takeFromQueue } from './queue-entry.ts'
export { refuseAbsent, removalOf, removalReason } from './removals.ts'
export { isModsCase, isReportedToSite, isSiteCase } from './site-cases.ts'
export { isSuspendedByAdmin, type RefusedSuspension, suspensionByDecision, suspensionField, suspensionFrom, suspensionOf } from './suspensions.ts'
export { waitingOf } from './waiting.ts'
