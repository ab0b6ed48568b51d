export { openPushSender, type PushSender } from './push-sender.ts'
