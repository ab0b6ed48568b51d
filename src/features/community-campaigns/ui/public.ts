export { behindCampaign, linkedPages } from './api.ts'
export { CommunityCampaigns } from './community-campaigns.tsx'
