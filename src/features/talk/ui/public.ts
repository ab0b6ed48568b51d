export { PostForm } from './post-form.tsx'
export { readTalkSearch, type Tab, type TalkSearch } from './talk-search.ts'
export { unseen, useTalkNews } from './use-news.ts'
export { usePosting } from './use-posting.ts'
