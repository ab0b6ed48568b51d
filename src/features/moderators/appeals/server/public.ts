export { forgetAppeals } from './forget-appeals.ts'
export { statementLetters } from './letters.ts'
export { startRemovalJob } from './removals.ts'
export { openStatementTokens, type StatementTokens } from './statement-tokens.ts'
