export { threadPages } from './api.ts'
export { Discussion } from './discussion.tsx'
export { findComment } from './find-comment.ts'
