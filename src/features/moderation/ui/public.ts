export { ModerateButton } from './moderate-button.tsx'
export { ModerationNote } from './moderation-note.tsx'
export { ModerationPages } from './moderation-pages.tsx'
export { ruleText } from './rule-text.ts'
