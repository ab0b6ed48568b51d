import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './runtime.mjs'
import { filesBelow } from './sources.mjs'

/** Options of the message compiler: one module per message, so that a page ships only the messages that it uses. */
export const paraglideOptions = {
  project: './project.inlang',
  outdir: './src/paraglide',
  outputStructure: 'message-modules',
  strategy: ['globalVariable', 'baseLocale'],
  emitGitIgnore: false,
  emitPrettierIgnore: false,
  emitReadme: false,
  // The browser's files leave out what only a server uses.
  isServer: "import.meta.env?.SSR ?? typeof window === 'undefined'",
}

const stamp = join(root, '.tmp', 'messages-made')
const sources = ['messages', 'project.inlang/settings.json', 'scripts/messages.mjs', 'package-lock.json']

/** Generates the message functions, which are not in git, unless nothing they are made from has changed. The compiler keeps the process alive. */
export async function generateMessages() {
  if (isFresh()) return
  const { compile } = await import('@inlang/paraglide-js')
  // The stamp's time is before the compilation, so that a change during it is compiled the next time.
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(`${stamp}.new`, '')
  await compile(paraglideOptions)
  renameSync(`${stamp}.new`, stamp)
}

function isFresh() {
  const made = join(root, 'src', 'paraglide')
  // The development server writes one module per language.
  if (!existsSync(stamp) || !existsSync(join(made, 'messages.js')) || existsSync(join(made, 'messages', 'en.js'))) return false
  const { mtimeMs } = statSync(stamp)
  return sources.flatMap((part) => filesBelow(join(root, part))).every((file) => statSync(file).mtimeMs < mtimeMs)
}
