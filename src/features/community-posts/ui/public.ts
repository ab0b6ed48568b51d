export { postPages } from './api.ts'
export { CommunityPosts } from './community-posts.tsx'
export { findPost } from './find-post.ts'
export { recountComments } from './post-cache.ts'
