export { chatBegun } from './api.ts'
export { Chat, chatReady } from './late-chat.tsx'
