import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { s3Advice, s3Storage } from './s3-storage.ts'
import { type FileStorage, folderStorage } from './storage.ts'

/** Chooses the storage for pictures: an S3 store, or a folder in the data folder. */
export const storageOf = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): FileStorage => (s3 ? s3Storage(s3) : folderStorage(join(dataDir, 'media')))

/**
 * Opens the storage and checks that it can be written and read. Throws `ConfigError` with advice if the S3 settings do not
 * work.
 */
export async function openStorage(config: Pick<Config, 's3' | 'dataDir'>): Promise<FileStorage> {
  const storage = storageOf(config)
  try {
    await storage.check()
  } catch (error) {
    if (!config.s3) throw error
    throw new ConfigError(s3Advice(error, config.s3))
  }
  return storage
}
