export { AdminPage } from './admin-page.tsx'
export { AdminDenied, AdminFailed, AdminNotFound } from './admin-states.tsx'
export { ownCampaign } from './own-campaign.ts'
