export { failedPages, jobsOverview, loggedPages } from './api.ts'
export { JobsFailed, JobsLoading, JobsPage } from './jobs-page.tsx'
export { LogFailed, LogLoading, LogPage } from './log-page.tsx'
export { OperatorPages } from './operator-pages.tsx'
