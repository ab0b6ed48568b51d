import { generateMessages } from './messages.mjs'

await generateMessages()
process.exit(0)
