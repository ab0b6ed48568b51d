// Generates the message functions, which are not in git, unless nothing they are made from has changed.
import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './runtime.mjs'
import { filesBelow } from './sources.mjs'

const stamp = join(root, '.tmp', 'messages-made')
const sources = ['messages', 'project.inlang/settings.json', 'scripts/messages.mjs', 'package-lock.json'].flatMap((part) => filesBelow(join(root, part)))
const isFresh =
  existsSync(stamp) && existsSync(join(root, 'src/paraglide/messages.js')) && sources.every((file) => statSync(file).mtimeMs < statSync(stamp).mtimeMs)
if (!isFresh) {
  const { compile } = await import('@inlang/paraglide-js')
  const { paraglideOptions } = await import('./messages.mjs')
  // The stamp's time is before the compilation, so that a change during it is compiled the next time.
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(`${stamp}.new`, '')
  await compile(paraglideOptions)
  renameSync(`${stamp}.new`, stamp)
}
process.exit(0)
