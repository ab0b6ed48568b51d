export { allCauses } from './api.ts'
