export { changeRole } from './change-role.ts'
export { type SuspensionEnd, startSuspensionEnd } from './suspension-end.ts'
