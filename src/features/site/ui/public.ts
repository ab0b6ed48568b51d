export { ClosingDetails } from './closing-details.tsx'
export { Failed, FailedPage, useRetry } from './error-page.tsx'
export { AdArea } from './house-card.tsx'
export { ListFrame, TilesLoading } from './list-frame.tsx'
