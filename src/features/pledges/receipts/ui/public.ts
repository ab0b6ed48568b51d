export { dailyLists } from './api.ts'
export { ProofPage } from './proof-page.tsx'
