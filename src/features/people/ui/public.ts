export { PersonLink } from './person-link.tsx'
