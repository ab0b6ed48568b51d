export { openReports, queueSummary } from './api.ts'
export { useWaitingWork, WaitingCount } from './menu-count.tsx'
export type { Limit, Moderate } from './queue-case.tsx'
export { QueueFailed, QueueLoading, QueuePage } from './queue-page.tsx'
