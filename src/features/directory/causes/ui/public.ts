export { allCauses, movingCauses } from './api.ts'
export { CauseIcon } from './cause-icon.tsx'
