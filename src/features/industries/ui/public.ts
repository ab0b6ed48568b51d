export { allIndustries } from './api.ts'
