export { openTallyDesk, type TallyDesk } from './desk.ts'
export { platformStats } from './queries.ts'
export { retally } from './retally.ts'
export { tallyCampaign } from './tally.ts'
