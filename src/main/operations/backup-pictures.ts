import { readFile, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStorage, folderStorage } from '#platform/server/storage.ts'
import { type Manifest, sha256Of } from './backup-format.ts'
import { damaged } from './read-backup.ts'
import { Refused } from './refused.ts'

// Nightly backups share one folder of pictures, because pictures never change. A file name ends with the picture's SHA-256, so that the picture is
// read only once. A file's modification time is half a day after the start of the last backup that contains it, so that the file is removed with that
// backup. Half a day is more than a file system rounds off and less than the time from one night to the next.

const halfDayMs = 12 * 60 * 60_000
const folderName = 'pictures'
const fileName = (name: string, sha256: string) => `${name}.${sha256}`

export function openSharedPictures(backups: string) {
  const folder = join(backups, folderName)
  const shared = folderStorage(folder)

  async function known(): Promise<Map<string, string>> {
    const digests = new Map<string, string>()
    for await (const { name } of shared.list()) {
      const [, picture, sha256] = /^(.+)\.([0-9a-f]{64})$/.exec(name) ?? []
      if (picture && sha256) digests.set(picture, sha256)
    }
    return digests
  }

  return {
    /** Returns the number of bytes that `save` would add. */
    async missingBytes(storage: FileStorage): Promise<number> {
      const digests = await known()
      let bytes = 0
      for await (const picture of storage.list()) if (!digests.has(picture.name)) bytes += picture.bytes
      return bytes
    },

    /** Copies the pictures that are missing here and returns all. */
    async save(storage: FileStorage, { startedAt, signal }: { startedAt: Date; signal: AbortSignal }): Promise<Manifest['media']> {
      const digests = await known()
      const seenAt = new Date(startedAt.getTime() + halfDayMs)
      const media: Manifest['media'] = []
      for await (const { name } of storage.list()) {
        signal.throwIfAborted()
        if (name.endsWith('.part')) continue
        let sha256 = digests.get(name)
        if (sha256 === undefined) {
          const bytes = await storage.get(name)
          // The picture was removed after it was listed.
          if (!bytes) continue
          sha256 = sha256Of(bytes)
          await shared.put(fileName(name, sha256), bytes)
        }
        await utimes(join(folder, fileName(name, sha256)), seenAt, seenAt)
        media.push({ name, sha256 })
      }
      return media
    },

    /** Removes the pictures that no backup since `oldest` contains. */
    async removeBefore(oldest: Date): Promise<void> {
      for await (const { name, modifiedAt } of shared.list()) if (modifiedAt < oldest) await rm(join(folder, name), { force: true })
    },
  }
}

/** Returns a picture that is not in the backup `file` but in the folder beside it. */
export async function sharedPicture(file: string, { name, sha256 }: { name: string; sha256: string }): Promise<Buffer> {
  const path = join(dirname(file), folderName, fileName(name, sha256))
  const bytes = await readFile(path).catch((error: unknown) => {
    throw Object(error).code === 'ENOENT' ? new Refused(`the backup needs the picture ${path}, which is missing.`) : error
  })
  if (sha256Of(bytes) !== sha256) throw damaged(`the picture ${path}`)
  return bytes
}
