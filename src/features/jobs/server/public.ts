export { queueStates } from './queues.ts'
