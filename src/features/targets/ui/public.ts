export { TargetLogo } from './target-logo.tsx'
export { TargetTile, TargetTiles } from './target-tile.tsx'
export { biggestTargets } from './targets-search.ts'
