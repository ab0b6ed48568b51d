export { openReports } from './api.ts'
export { QueueFailed, QueueLoading, QueuePage } from './queue-page.tsx'
