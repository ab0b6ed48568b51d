export { importTargets } from './import-targets.ts'
export { readTargetFile, UnfitFile } from './read-file.ts'
export type { Into } from './wanted.ts'
