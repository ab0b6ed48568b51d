export { allIndustries, movingIndustries } from './api.ts'
