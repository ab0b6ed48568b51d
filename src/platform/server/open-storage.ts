import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { s3Advice, s3Storage } from './s3-storage.ts'
import { type FileStorage, folderStorage } from './storage.ts'

/** Where these settings keep pictures: a store of the S3 protocol, or a folder beside the data. */
export const storageOf = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): FileStorage => (s3 ? s3Storage(s3) : folderStorage(join(dataDir, 'media')))

/** The same, once it has shown that it can be written to and read. Throws `ConfigError` with what to do. */
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
