export { siteTransparency } from './api.ts'
export { TransparencyFailed, TransparencyPage } from './transparency-page.tsx'
