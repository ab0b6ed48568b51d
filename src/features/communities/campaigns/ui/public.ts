export { behindCampaign } from './api.ts'
export { CommunityCampaigns } from './community-campaigns.tsx'
export { linkedPages } from './linked-pages.ts'
