export { ownReports, reportSubject } from './api.ts'
export { OwnReportsPage } from './own-reports-page.tsx'
export { NothingToReport, ReportFailed, ReportLoading, ReportPage } from './report-page.tsx'
export { subjectIn } from './report-search.ts'
