export { openAppeals, statementOf } from './api.ts'
export { AppealsFailed, AppealsLoading, AppealsPage } from './appeals-page.tsx'
export { NoStatement, StatementFailed, StatementLoading, StatementPage } from './statement-page.tsx'
