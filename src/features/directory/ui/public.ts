export { EntryFilters } from './entry-filters.tsx'
export { loadEntryList } from './load-entry-list.ts'
