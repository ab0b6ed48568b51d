// npm run messages:new: lists the messages that a change adds or rewords, to be read as one text. It never fails. With a commit as argument it
// compares with that commit, otherwise with the one at which the branch left main.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { baseCommit, gitText } from './git.mjs'
import { root } from './runtime.mjs'

const folder = 'messages/en'

/** @returns {{ key: string, before: string | null, after: string }[]} every added or changed text; each plural form is an entry of its own. */
export function newMessages(base = baseCommit()) {
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => changesOf(gitText('show', `${base}:${folder}/${file}`) ?? '{}', readFileSync(join(root, folder, file), 'utf8')))
}

/** The same for the two versions of one file. */
export function changesOf(before, after) {
  const old = textsOf(JSON.parse(before))
  return [...textsOf(JSON.parse(after))].flatMap(([key, text]) => (old.get(key) === text ? [] : [{ key, before: old.get(key) ?? null, after: text }]))
}

function textsOf(catalogue) {
  const texts = new Map()
  for (const [key, message] of Object.entries(catalogue)) {
    if (typeof message === 'string') texts.set(key, message)
    else for (const { match } of message) for (const [form, text] of Object.entries(match)) texts.set(`${key} (${form.replace(/^.*=/, '')})`, text)
  }
  return texts
}

export function printNewMessages(base) {
  const found = newMessages(base)
  if (found.length === 0) return
  console.log(`\nNew or changed messages (${found.length}): read them aloud as one text, as a stranger would meet them.`)
  for (const { key, before, after } of found) console.log(before === null ? `  ${key}\n    ${after}` : `  ${key}\n    ${after}\n    was: ${before}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printNewMessages(process.argv[2])
