export { lockPost, type PostAccess, postAccess } from './access.ts'
export { markPostsOf } from './mark-posts.ts'
export { moderatePost, publishModerated } from './moderate-post.ts'
