export { ClosingDetails } from './closing-details.tsx'
export { useRetry } from './error-page.tsx'
export { AdPlace } from './house-card.tsx'
export { ListFailed, ListFrame, TilesLoading } from './list-frame.tsx'
