export { CampaignWizard } from './campaign-wizard.tsx'
