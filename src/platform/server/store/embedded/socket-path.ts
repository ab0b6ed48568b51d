import { createHash } from 'node:crypto'
import { lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Returns a short path to the folder of the server's socket, since the address of a Unix socket has room for 107 bytes:
 * a symbolic link in the temporary folder, made anew when it is missing. A link of another user is not believed, since it
 * could lead to a server of theirs; then the link gets another name.
 */
export function shortPath(folder: string): string {
  const name = `holdout-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  for (let n = 0; n < 100; n++) {
    const link = join(tmpdir(), n === 0 ? name : `${name}-${n}`)
    if (isOurs(link, folder) || makeLink(link, folder)) return link
  }
  throw new Error(`No link to the database's socket can be made in ${tmpdir()}`)
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
    // Another process has just made it, or somebody else has the name.
    return isOurs(link, folder)
  }
}
