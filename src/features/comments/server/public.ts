export { type ChangedDiscussions, hideCommentsOf, restoreCommentsOf } from './hide-with-author.ts'
export { moderateComment } from './moderate-comment.ts'
