// What the live stream tells of communities: plain values, for browser and server.

/** How many members there are, and the ids of the newest posts, newest first. */
export type CommunityState = { members: number; posts: string[] }

/** What is shown at a post, and the ids of its newest comments that are not removed, answers included, newest first. */
export type PostState = { likes: number; comments: number; isPinned: boolean; isAnnouncement: boolean; isLocked: boolean; newest: string[] }

export const communityTopic = (communityId: string) => `community:${communityId}`
export const postTopic = (postId: string) => `post:${postId}`
