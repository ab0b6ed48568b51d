import { spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { EmbeddedDatabaseError, waysOut } from './error.ts'

/** The operating system's account that PostgreSQL runs as; `switchTo` is empty if it is this process's own. */
export type Account = { name: string; uid: number; gid: number; switchTo: { uid: number; gid: number } | Record<string, never> }

/** PostgreSQL refuses to run as root, so a root process needs another account. */
export const isRoot = () => process.getuid?.() === 0

/** Returns this process's own account. Throws if the system has no name for it, because PostgreSQL needs one. */
export function ownAccount(): Account {
  try {
    const { username, uid, gid } = userInfo()
    return { name: username, uid, gid, switchTo: {} }
  } catch {
    throw new EmbeddedDatabaseError(`the user ${process.getuid?.()} has no name on this system, and PostgreSQL does not start without one. ${waysOut}`)
  }
}

/**
 * Returns the first account that PostgreSQL may run as when this process is root: the owner of one of `folders` if that is
 * another user, else `postgres`, else `nobody`. Throws if root cannot become any of them.
 */
export function accountForRoot(folders: string[]): Account {
  const owners = folders.map(ownerOf).filter((uid) => uid > 0)
  const known = [...owners.map(String), 'postgres', 'nobody'].map(findAccount).filter((account) => account !== null)
  const usable = known.find(canSwitchTo)
  if (usable) return usable
  throw new EmbeddedDatabaseError(`PostgreSQL does not run as root, and this system does not let root become another user. ${waysOut}`)
}

function ownerOf(folder: string): number {
  return statSync(folder, { throwIfNoEntry: false })?.uid ?? 0
}

/** Looks an account up by name or number; null for one that the system does not know. */
function findAccount(nameOrUid: string): Account | null {
  const [name, uid, gid] = ['-un', '-u', '-g'].map((flag) => spawnSync('id', [flag, nameOrUid], { encoding: 'utf8' }).stdout?.trim())
  if (!name || !Number(uid) || !gid) return null
  return { name, uid: Number(uid), gid: Number(gid), switchTo: { uid: Number(uid), gid: Number(gid) } }
}

const canSwitchTo = (account: Account) => spawnSync('/bin/sh', ['-c', ':'], { ...account.switchTo, cwd: '/' }).status === 0

/** Gives a file that a root process has made to the account that runs the database. */
export function giveTo(account: Account, path: string) {
  if ('uid' in account.switchTo) chownSync(path, account.uid, account.gid)
}
