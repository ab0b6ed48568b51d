export { type SuspensionEnd, startSuspensionEnd } from './suspension-end.ts'
