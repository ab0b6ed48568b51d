export { threadPages } from './api.ts'
export { Discussion } from './discussion.tsx'
export { type FoundComment, findComment, placeOfComment } from './find-comment.ts'
