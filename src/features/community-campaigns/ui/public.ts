export { behindCampaign, linkedPages } from './api.ts'
export { BehindCampaign } from './behind-campaign.tsx'
export { CommunityCampaigns } from './community-campaigns.tsx'
