export { openPushDesk, type PushDesk } from './desk.ts'
