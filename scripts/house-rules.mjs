// Checks the house rules of docs/ARCHITECTURE.md that no other checker knows.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'

const longest = 400
const longestFunction = 100
const problems = []
const files = filesBelow('src').filter((file) => /\.tsx?$/.test(file) && !/\.gen\.ts$|paraglide/.test(file))

for (const file of files) {
  const text = readFileSync(file, 'utf8')
  const isTest = /\.test\.tsx?$/.test(file)
  const lines = text.split('\n').length
  if (lines > longest) problems.push(`${file}: ${lines} lines, none may have over ${longest}`)
  if (!isTest) checkFunctions(file, text)
  if (/(^|\/)(utils?|helpers?|common|misc|manager|service)(\/|\.tsx?$)/.test(file)) problems.push(`${file}: choose a specific file name`)
  if (/^index\.tsx?$/.test(basename(file)) && !file.startsWith('src/routes/')) problems.push(`${file}: barrel files are not allowed`)
  if (/^export default /m.test(text) && file !== 'src/server.ts') problems.push(`${file}: use named exports`)
  if (!isTest && !file.startsWith('src/platform/')) {
    for (const [line] of text.matchAll(/^(?!.*(import|export \*|\/\/|\* )).*\bas (?!const\b)[A-Z{(][\w.<{(].*$/gm))
      if (!/['"`].* as .*['"`]/.test(line)) problems.push(`${file}: type assertion: ${line.trim()}`)
  }
  // The rank tables repeat these columns for their indexes.
  if (!isTest)
    for (const [statement] of text.matchAll(
      /(?<!r\.|community_rank where )privacy('?, '|\s*)(=|<>)\W+public|(where|and) (\w\.)?status <> 'draft'|status', '<>', 'draft'/g,
    ))
      if (/sql`|\.where\(|select/.test(text)) problems.push(`${file}: "${statement}": conditions of visibility belong in platform/server/store/visible.ts`)
  if (/server\/(\w+-)?procedures\.ts$/.test(file)) {
    for (const [, name] of text.matchAll(/\bos\.(\w+)(?!\w)(?!\.use\((?:signedIn|confirmed|anyone)\))\s*\n?\s*\./g))
      if (name !== 'router' && !new RegExp(`os\\.${name}\\s*\\.use\\((signedIn|confirmed|anyone)\\)`).test(text))
        problems.push(`${file}: ${name} does not begin with .use(signedIn), .use(confirmed) or .use(anyone)`)
  }
}
// Words of the project's former private dialect. CONTRIBUTING.md: use the term of the field.
const retired =
  /^(askings?|beside|desks?|doors?|hear|hearers?|hears|heard|hearing|neat|noted|nudge|seals?|sealed|stands?|standing|tells?|telling|told|whoever)$/
// Types are named after what they are, not after their part in one call.
const retiredTypes = /^(Asked|Given|Said|Coming|Known|Wanted|Begun|Look)$/
const riddles = /^(What|Who|Whoever|Whatever|Where|Of|However)\b|\b(whoever|is told|are told|never was|be it|goes on|go on|stands?)\b/
const ownCode = [...files, ...['tests', 'bench', 'scripts', 'public'].flatMap(filesBelow), 'vite.config.ts', 'vitest.config.ts'].filter((name) =>
  /\.(tsx?|m?js)$/.test(name),
)
for (const file of ownCode) {
  const text = readFileSync(file, 'utf8')
  const names = [...text.matchAll(/\b(?:const|let|function|type|class|interface)\s+(\w+)/g)].map(([, name]) => name)
  for (const name of [basename(file), ...names])
    for (const [word] of name.matchAll(/[A-Z]?[a-z]+/g))
      if (retired.test(word.toLowerCase())) problems.push(`${file}: the name ${name} has the retired word "${word}"`)
  for (const [, name] of text.matchAll(/^(?:export )?type (\w+)/gm))
    if (retiredTypes.test(name)) problems.push(`${file}: the type ${name}: name it after what it is`)
  for (const [line] of text.matchAll(/^\s*(\/\/|\/\*\*|\*) *(What|Who|Whoever|Whatever|Where|Of|However) .*$/gm))
    problems.push(`${file}: a comment begins with a noun or a verb: ${line.trim()}`)
  for (const [, words] of file.endsWith('/contract.ts') ? text.matchAll(/(?:\.describe\(\s*|summary: )'((?:[^'\\]|\\.)*)'/g) : [])
    if (riddles.test(words)) problems.push(`${file}: describe it in plain words: ${words}`)
  if (/\.test\.tsx?$/.test(file))
    for (const [, , title] of text.matchAll(/^\s*(?:test|describe)\b.*?\((['"`])(.*)\1, /gm))
      if (riddles.test(title)) problems.push(`${file}: state the guarantee in plain words: ${title}`)
}
for (const line of readFileSync('.env.example', 'utf8').split('\n'))
  if (line.startsWith('#') && riddles.test(line.replace(/^# */, ''))) problems.push(`.env.example: explain it in plain words: ${line}`)
const rights = ['rights.ts', 'rights-of-pledges.ts', 'rights-of-communities.ts', 'rights-of-operators.ts', 'rights-of-replies.ts', 'rights-of-reports.ts']
  .map((name) => readFileSync(`tests/matrix/${name}`, 'utf8'))
  .join('\n')
for (const file of files.filter((name) => /^src\/features\/.+\/contract\.ts$/.test(name))) {
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
    if (!key.startsWith('$') && !said.has(key)) problems.push(`${file}: the message ${key} is not used`)
}
// Checks text for readers. Migrations are exempt, because an applied migration never changes.
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

function checkFunctions(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const visit = (node) => {
    const lines = ts.isFunctionLike(node) && node.body ? text.slice(node.getStart(), node.end).split('\n').length : 0
    if (lines > longestFunction) problems.push(`${file}: the function ${node.name?.getText() ?? ''} has ${lines} lines, none may have over ${longestFunction}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
}
