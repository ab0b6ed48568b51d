export { openTallyDesk, type TallyDesk } from './desk.ts'
export { tallyCampaign } from './tally.ts'
