export { platformStats } from './api.ts'
