export { CampaignEditor } from './campaign-editor.tsx'
export { CampaignWizard } from './campaign-wizard.tsx'
export { problemText } from './problem-text.ts'
export { stepTitle } from './step-titles.ts'
