// npm run check: the static checks, and the tests of the features that were changed since origin/main, committed or not. With words
// only the static checks of these names.
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { runStages } from './report.mjs'
import { install, root } from './runtime.mjs'
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
  const missing = needsMore.map((file) => `${file}: it needs the built product. Run npm test -- ${file}`)
  return runStages([[checks], ...(steps.length ? [[{ name: 'tests of what was changed', steps }]] : [])], { missing })
}

/** The part of the sources that a file belongs to: its feature, else its own folder. */
function folderOf(file) {
  if (!file.startsWith('src/')) return null
  return /^src\/features\/[^/]+\//.exec(file)?.[0] ?? `${dirname(file)}/`
}

function changedFiles() {
  const base = git('merge-base', 'HEAD', 'origin/main')[0] ?? 'HEAD'
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
}

/** The lines that git prints; none where this is not a repository or the name is unknown. */
function git(...words) {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : []
}
