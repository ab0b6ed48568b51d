export { forgetRepresentative } from './claims.ts'
export { type CompanyChecks, openCompanyChecks } from './company-checks.ts'
export { recordDelivery } from './requests.ts'
export { markStatementsOf, moderateStatement, replyField, replyFrom } from './statements.ts'
