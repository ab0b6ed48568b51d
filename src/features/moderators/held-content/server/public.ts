export { openHeldContentJob } from './job.ts'
