export { ClosingDetails } from './closing-details.tsx'
export { AdPlace } from './house-card.tsx'
