export { type DiscussionNews, openDiscussionNews } from './discussion-news.ts'
export { enforceDiscussionLimits, limitDiscussion } from './limits.ts'
export { newsOf } from './queries.ts'
