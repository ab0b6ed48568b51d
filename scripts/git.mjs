import { spawnSync } from 'node:child_process'
import { root } from './runtime.mjs'

/** Returns the output of git; null outside a repository and for an unknown name. */
export function gitText(...words) {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout : null
}

export const gitLines = (...words) => (gitText(...words) ?? '').split('\n').filter(Boolean)

/** Returns the commit at which the present branch left main; the changes of a branch are those since then. */
export const baseCommit = () => gitLines('merge-base', 'HEAD', 'origin/main')[0] ?? gitLines('merge-base', 'HEAD', 'main')[0] ?? 'HEAD'
