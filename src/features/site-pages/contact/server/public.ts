export { type ContactInbox, openContactInbox } from './contact-inbox.ts'
export { forgetSender } from './forget-sender.ts'
