export { type DiscussionSearch, readDiscussionSearch, type Tab } from './discussion-search.ts'
export { unseen, useDiscussionNews } from './use-news.ts'
