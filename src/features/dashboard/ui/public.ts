export { mine } from './api.ts'
export { Dashboard } from './dashboard.tsx'
