export { AdPlace } from './house-card.tsx'
