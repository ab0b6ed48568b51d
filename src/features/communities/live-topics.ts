// Payloads of the communities' live topics: plain types, for browser and server.

/** Number of members, and the ids of the newest posts, newest first. */
export type CommunityState = { members: number; posts: string[] }

/** Counts and marks of a post, and the ids of its newest comments that are not removed, replies included, newest first. */
export type PostState = { likes: number; comments: number; isPinned: boolean; isAnnouncement: boolean; isLocked: boolean; newest: string[] }

export const communityTopic = (communityId: string) => `community:${communityId}`
export const postTopic = (postId: string) => `post:${postId}`
