export { type ContactDesk, openContactDesk } from './desk.ts'
export { forgetSender } from './forget-sender.ts'
