export { siteSwitches } from './api.ts'
export { ClosedNotice } from './closed-notice.tsx'
export { JoiningNotice } from './joining-notice.tsx'
export { SwitchesFailed, SwitchesLoading, SwitchesPage } from './switches-page.tsx'
