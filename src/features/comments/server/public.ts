export { type ChangedDiscussions, hideCommentsOf, restoreCommentsOf } from './hide-with-author.ts'
