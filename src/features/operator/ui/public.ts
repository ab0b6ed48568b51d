export { failedPages, jobsOverview } from './api.ts'
export { JobsFailed, JobsLoading, JobsPage } from './jobs-page.tsx'
export { OperatorPages } from './operator-pages.tsx'
