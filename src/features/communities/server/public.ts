export {
  accessFrom,
  type CommunityAccess,
  communityAccess,
  lockCommunity,
  membershipFrom,
  privacyOf,
  roleOf,
  rowsOf,
} from './access.ts'
export { cardOf, cardRows, communityCards, communityTags } from './cards.ts'
export { deleteCommunity, deletePosts } from './delete-whole.ts'
export { inviteHash } from './invite-hash.ts'
export { searchedCommunities } from './list.ts'
export { type CommunityNews, openCommunityNews } from './news.ts'
export { countProfileCommunities } from './of-person.ts'
export { openStreamStates } from './stream-states.ts'
