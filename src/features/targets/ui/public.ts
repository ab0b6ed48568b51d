export { TargetLogo } from './target-logo.tsx'
export { TargetTile } from './target-tile.tsx'
export { biggestTargets } from './targets-search.ts'
