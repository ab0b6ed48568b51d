export { entriesFor, openMerges, unverifiedCount } from './api.ts'
export { EntriesFailed, EntriesLoading, EntriesPage } from './entries-page.tsx'
