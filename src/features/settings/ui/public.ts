export { ownSettings } from './api.ts'
export { sectionReady } from './section-parts.ts'
export { SettingsPage } from './settings-page.tsx'
export { settingsTitle } from './tab-titles.ts'
