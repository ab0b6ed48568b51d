export { findPost, postPages } from './api.ts'
export { CommunityPosts } from './community-posts.tsx'
export { recountComments } from './post-cache.ts'
