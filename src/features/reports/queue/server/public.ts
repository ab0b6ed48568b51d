export { caseInCommunity, casesInCommunity, lockCaseInCommunity } from './community-cases.ts'
export { contextOf } from './context.ts'
