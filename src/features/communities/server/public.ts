export { postTopic } from '../live-topics.ts'
export {
  accessFrom,
  type CommunityAccess,
  communityAccess,
  lockCommunity,
  membershipFrom,
  privacyOf,
  requireInside,
  roleOf,
  rowsOf,
} from './access.ts'
export { cardOf, cardRows, communityCards, communityTags } from './cards.ts'
export { deleteCommunity, deletePosts } from './delete-whole.ts'
export { inviteHash } from './invite-hash.ts'
export { searchedCommunities } from './list.ts'
export { isMailboxBanned, keyBansAndMutes, newKeysOf, openCommunityKeys } from './mailbox-bans.ts'
export { moderateCommunity } from './moderate-community.ts'
export { isMuteInForce, refuseMuted } from './mutes.ts'
export { type CommunityNews, openCommunityNews } from './news.ts'
export { countProfileCommunities, isSomebody } from './of-person.ts'
export { openStreamStates } from './stream-states.ts'
