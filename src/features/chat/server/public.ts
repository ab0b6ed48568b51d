export { markMessagesOf, publishMarked } from './mark-messages.ts'
export { moderateMessage } from './moderate-message.ts'
