export { memberPages } from './api.ts'
export { CommunityMembers } from './community-members.tsx'
export { MuteAuthorButton } from './mute-button.tsx'
