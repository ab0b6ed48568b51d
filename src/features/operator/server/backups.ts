import type { Backups, JobRun } from '../contract.ts'

export type BackupFolder = { last: () => Promise<{ madeAt: Date; bytes: number } | null> }

/** The last backup, and the reason if a later attempt failed. */
export async function backupsState(folder: BackupFolder, jobs: JobRun[]): Promise<Backups> {
  const [last, job] = [await folder.last(), jobs.find(({ name }) => name === 'nightly_backup')]
  const hasFailed = job?.lastFailedAt && (!job.lastDoneAt || job.lastFailedAt > job.lastDoneAt)
  const problem = job?.lastError?.includes('ENOSPC') ? 'NO_SPACE' : 'FAILED'
  return { lastAt: last?.madeAt ?? null, lastBytes: last?.bytes ?? null, problem: hasFailed ? problem : null }
}
