export { changeRole } from './change-role.ts'
export { lockOtherAdmins } from './lock-person.ts'
export { type ChangedContent, lift } from './suspend.ts'
export { type ContentNews, publishContent, type SuspensionEnd, startSuspensionEnd } from './suspension-end.ts'
