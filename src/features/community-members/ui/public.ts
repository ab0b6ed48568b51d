export { memberPages } from './api.ts'
export { CommunityMembers } from './community-members.tsx'
