export { markUpdatesOf } from './mark-updates.ts'
export { moderateUpdate } from './moderate-update.ts'
