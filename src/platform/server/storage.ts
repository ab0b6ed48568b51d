import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The file storage cannot be reached; the call may be retried. */
export class StorageUnavailable extends Error {}

/** File storage: a folder of this machine, or a store that uses the S3 protocol (s3-storage.ts). */
export type FileStorage = {
  /** Atomic: a reader never gets a partly written file. */
  put: (name: string, bytes: Uint8Array) => Promise<void>
  get: (name: string) => Promise<Uint8Array<ArrayBuffer> | null>
  /** Removing a missing file is not an error. */
  remove: (name: string) => Promise<void>
  list: () => AsyncIterable<{ name: string; modifiedAt: Date; bytes: number }>
  /** Throws the reason if files cannot be written, read, listed or removed here. */
  check: () => Promise<void>
}

/** Checks that a name is valid in every storage: folders and an extension, of lower case letters, digits and hyphens. */
export function expectFileName(name: string): string {
  if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9.-]+$/.test(name) || name.includes('..')) throw new Error(`Not a valid file name: ${name}`)
  return name
}

/** Stores files in a local folder. Each is written under a temporary name and then renamed. */
export function folderStorage(folder: string): FileStorage {
  const made = new Set<string>()

  const pathOf = (name: string) => join(folder, expectFileName(name))

  return {
    async put(name, bytes) {
      const path = pathOf(name)
      const parent = dirname(path)
      if (!made.has(parent)) await mkdir(parent, { recursive: true, mode: 0o700 })
      made.add(parent)
      const unfinished = `${path}.${randomUUID()}.part`
      try {
        await writeFile(unfinished, bytes, { flush: true, mode: 0o600 })
        await rename(unfinished, path)
      } catch (error) {
        made.delete(parent)
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async get(name) {
      try {
        return new Uint8Array(await readFile(pathOf(name)))
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async *list() {
      for (const name of await namesIn(folder)) {
        const found = await stat(join(folder, name)).catch(() => null)
        if (found?.isFile()) yield { name, modifiedAt: found.mtime, bytes: found.size }
      }
    },
    // The folder is created with the first file; the startup has already checked that DATA_DIR is writable.
    check: async () => {},
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true })
    return entries.map((entry) => entry.replaceAll('\\', '/'))
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

const isAbsent = (error: unknown) => error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
