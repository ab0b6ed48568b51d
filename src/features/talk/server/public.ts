export { openTalkDesk, type TalkDesk } from './desk.ts'
export { newsOf } from './queries.ts'
