export { takeOffList } from './lists.ts'
export { type MailListTokens, openMailListTokens } from './token.ts'
