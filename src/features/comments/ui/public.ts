export { threadPages } from './api.ts'
export { Discussion } from './discussion.tsx'
export { type FoundComment, findComment, positionOfComment } from './find-comment.ts'
