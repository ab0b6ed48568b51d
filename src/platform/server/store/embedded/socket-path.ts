import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Returns a short path to the folder of the server's socket, because the address of a Unix socket has room for 107 bytes:
 * a symbolic link in the temporary folder, recreated if it is missing. Another user's link is not trusted, because it could
 * lead to that user's server; ours then gets another name.
 */
export function shortPath(folder: string): string {
  const name = `holdout-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  for (let n = 0; n < 100; n++) {
    const link = join(tmpdir(), n === 0 ? name : `${name}-${n}`)
    if (isOurs(link, folder) || makeLink(link, folder)) return link
  }
  throw new Error(`Cannot create a link to the database's socket in ${tmpdir()}`)
}

/** Removes the link to the folder of a stopped server, and our links to deleted folders, which a crash has left behind. */
export function removeShortPath(folder: string): void {
  for (const name of readdirSync(tmpdir())) {
    if (!/^holdout-[0-9a-f]{16}(-\d+)?$/.test(name)) continue
    const link = join(tmpdir(), name)
    try {
      if (lstatSync(link).uid === process.getuid?.() && (readlinkSync(link) === folder || !existsSync(link))) rmSync(link)
    } catch {
      // Another process has just removed it, or it is not a link.
    }
  }
}

function isOurs(link: string, folder: string): boolean {
  const found = lstatSync(link, { throwIfNoEntry: false })
  return found?.isSymbolicLink() === true && (found.uid === process.getuid?.() || found.uid === 0) && readlinkSync(link) === folder
}

function makeLink(link: string, folder: string): boolean {
  try {
    const found = lstatSync(link, { throwIfNoEntry: false })
    if (found?.isSymbolicLink() && found.uid === process.getuid?.()) rmSync(link)
    symlinkSync(folder, link)
    return true
  } catch {
    // Another process has just created it, or the name belongs to another user.
    return isOurs(link, folder)
  }
}
