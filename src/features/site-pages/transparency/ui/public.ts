export { siteTransparency } from './api.ts'
export { DemandsPage } from './demands-page.tsx'
export { TransparencyFailed, TransparencyPage } from './transparency-page.tsx'
