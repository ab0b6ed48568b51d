export { HeaderSearch } from './header-search.tsx'
