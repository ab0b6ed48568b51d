// npm run check: runs the static checks and the tests of the features that were changed since the branch left origin/main, committed or not. With
// arguments it runs only the static checks of these names.
import { dirname } from 'node:path'
import { baseCommit, gitLines } from './git.mjs'
import { printNewMessages } from './new-messages.mjs'
import { runStages } from './report.mjs'
import { install } from './runtime.mjs'
import { staticChecks, vitestStep } from './steps.mjs'
import { suiteOf, suites, testFiles } from './suites.mjs'

install()
const names = process.argv.slice(2)
const checks = { name: 'static checks', steps: staticChecks.filter(({ name }) => names.length === 0 || name === 'messages' || names.includes(name)) }
process.exit(names.length ? await runStages([[checks]]) : await checkChanges())

async function checkChanges() {
  const changed = changedFiles()
  const folders = new Set(changed.map(folderOf))
  const affected = testFiles().filter((file) => changed.includes(file) || [...folders].some((folder) => folder && file.startsWith(folder)))
  const needsMore = affected.filter((file) => suites[suiteOf(file)].includes('build'))
  const steps = ['pure', 'database', 'model'].flatMap((suite) => {
    const files = affected.filter((file) => suiteOf(file) === suite)
    return files.length ? [vitestStep(suite, files)] : []
  })
  const missing = needsMore.map((file) => `${file} needs the built product. Run npm test -- ${file}`)
  const result = await runStages([[checks], ...(steps.length ? [[{ name: 'tests of what was changed', steps }]] : [])], { missing })
  printNewMessages()
  return result
}

/** The folder whose tests cover a source file: its feature, or else its own folder. */
function folderOf(file) {
  if (!file.startsWith('src/')) return null
  return /^src\/features\/[^/]+\//.exec(file)?.[0] ?? `${dirname(file)}/`
}

function changedFiles() {
  return [...gitLines('diff', '--name-only', baseCommit()), ...gitLines('ls-files', '--others', '--exclude-standard')]
}
