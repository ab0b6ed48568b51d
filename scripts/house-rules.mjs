// House rules of docs/ARCHITECTURE.md that no other checker knows.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

const longest = 400
const problems = []
const files = filesBelow('src').filter((file) => /\.tsx?$/.test(file) && !/\.gen\.ts$|paraglide/.test(file))

for (const file of files) {
  const text = readFileSync(file, 'utf8')
  const isTest = /\.test\.tsx?$/.test(file)
  const lines = text.split('\n').length
  if (lines > longest) problems.push(`${file}: ${lines} lines, none may have over ${longest}`)
  if (/(^|\/)(utils?|helpers?|common|misc|manager|service)(\/|\.tsx?$)/.test(file)) problems.push(`${file}: a name that says nothing`)
  if (/^index\.tsx?$/.test(basename(file)) && !file.startsWith('src/routes/')) problems.push(`${file}: barrel files are not used`)
  if (/^export default /m.test(text) && file !== 'src/server.ts') problems.push(`${file}: exports are named`)
  if (!isTest && !file.startsWith('src/platform/')) {
    for (const [line] of text.matchAll(/^(?!.*(import|export \*|\/\/|\* )).*\bas (?!const\b)[A-Z{(][\w.<{(].*$/gm))
      if (!/['"`].* as .*['"`]/.test(line)) problems.push(`${file}: type assertion: ${line.trim()}`)
  }
  if (/server\/(\w+-)?procedures\.ts$/.test(file)) {
    for (const [, name] of text.matchAll(/\bos\.(\w+)(?!\w)(?!\.use\((?:signedIn|anyone)\))\s*\n?\s*\./g))
      if (name !== 'router' && !new RegExp(`os\\.${name}\\s*\\.use\\((signedIn|anyone)\\)`).test(text))
        problems.push(`${file}: ${name} does not begin with .use(signedIn) or .use(anyone)`)
  }
}
const rights = ['rights.ts', 'rights-of-pledges.ts', 'rights-of-communities.ts', 'rights-of-operators.ts']
  .map((name) => readFileSync(`tests/matrix/${name}`, 'utf8'))
  .join('\n')
for (const file of files.filter((name) => /^src\/features\/[^/]+\/contract\.ts$/.test(name))) {
  for (const [, feature, body] of readFileSync(file, 'utf8').matchAll(/^export const (\w+)Contract = \{$([\s\S]*?)^\}/gm))
    for (const [, name] of body.matchAll(/^ {2}(\w+): oc$/gm))
      if (!rights.includes(`\n${feature}.${name} `)) problems.push(`${file}: ${feature}.${name} has no row in tests/matrix/rights.ts`)
}
for (const file of [...filesBelow('tests'), ...filesBelow('bench')].filter((name) => /\.tsx?$/.test(name))) {
  const lines = readFileSync(file, 'utf8').split('\n').length
  if (lines > longest) problems.push(`${file}: ${lines} lines, none may have over ${longest}`)
}
const said = new Set(files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bm\.(\w+)/g)].map(([, key]) => key)))
for (const file of filesBelow('messages')) {
  for (const key of Object.keys(JSON.parse(readFileSync(file, 'utf8'))))
    if (!key.startsWith('$') && !said.has(key)) problems.push(`${file}: nothing says ${key}`)
}
// Text that people read. Migrations are exempt: an applied one never changes.
const texts = ['messages', 'docs', 'src', 'tests', 'bench']
  .flatMap(filesBelow)
  .filter((file) => /\.(json|md|ts|tsx)$/.test(file) && !/\.gen\.ts$|paraglide/.test(file))
for (const file of ['README.md', 'CONTRIBUTING.md', 'brand.json', ...texts]) {
  const found = readFileSync(file, 'utf8').match(/\be[-\u2010\u2011]mail\w*/i)
  if (found) problems.push(`${file}: "${found[0]}": "email" has no hyphen`)
}
for (const problem of problems) console.error(problem)
console.log(`${files.length} files read`)
process.exit(problems.length || files.length < 50 ? 1 : 0)

function filesBelow(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}
