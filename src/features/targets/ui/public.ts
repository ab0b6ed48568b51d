export { TargetLogo } from './target-logo.tsx'
export { biggestTargets } from './targets-search.ts'
