export { corrections, joinsOf } from './api.ts'
export { JoinsFailed, JoinsLoading, JoinsPage } from './joins-page.tsx'
