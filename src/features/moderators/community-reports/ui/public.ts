export { casesIn } from './api.ts'
export { CommunityReports } from './community-reports.tsx'
export { OpenReports } from './open-reports.tsx'
