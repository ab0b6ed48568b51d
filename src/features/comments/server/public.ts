export { type CommentDesk, openCommentDesk } from './desk.ts'
