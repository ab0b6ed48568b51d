export type { Shared } from './channels.ts'
export { ShareButton } from './share-button.tsx'
export { shareNatively } from './share-natively.ts'
export { ShareRow } from './share-row.tsx'
