export type { BackupFolder } from './backups.ts'
export { queueStates } from './queues.ts'
