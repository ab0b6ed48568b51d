export { type DiscussionNews, openDiscussionNews } from './discussion-news.ts'
export { newsOf } from './queries.ts'
