// Writes docs/LICENCES.md: every package that a production installation can contain, with its licence. With --check it writes nothing and fails when
// the page is out of date. An incompatible licence fails in either case.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import satisfies from 'spdx-satisfies'

// Each of these may be part of a work under AGPL-3.0-or-later, or applies to fonts or data beside it.
const allowed = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0', 'Unlicense', 'Zlib'],
  ...['LGPL-2.1-or-later', 'LGPL-3.0-or-later', 'MPL-2.0', 'PSF-2.0', 'Python-2.0'],
  ...['CC-BY-4.0', 'OFL-1.1'],
]
const page = 'docs/LICENCES.md'

const { license: ours } = readJson('package.json')
const { packages } = readJson('package-lock.json')
const rows = Object.entries(packages)
  .filter(([place, entry]) => place !== '' && !entry.dev)
  .map(([place, entry]) => ({ name: place.slice(place.lastIndexOf('node_modules/') + 13), place, version: entry.version, licence: licenceAt(place, entry) }))
  .filter((row, at, all) => all.findIndex((other) => other.name === row.name && other.version === row.version) === at)
  .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1))

const problems = rows
  .filter(({ licence }) => !isAllowed(licence))
  .map(({ name, version, licence }) => `${name}@${version}: ${licence} is not compatible with ${ours}`)
const text = pageText()
if (!process.argv.includes('--check')) writeFileSync(page, text)
else if (!existsSync(page) || readFileSync(page, 'utf8') !== text) problems.push(`${page} is out of date. Run: node scripts/licences.mjs`)
for (const problem of problems) console.error(problem)
console.log(`${rows.length} packages`)
process.exit(problems.length || rows.length < 50 ? 1 : 0)

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Returns the licence in the lock file, which includes the builds for other systems. The installed package must have the same one. */
function licenceAt(place, entry) {
  const file = `${place}/package.json`
  const installed = existsSync(file) ? readJson(file).license : entry.license
  return entry.license === installed ? (entry.license ?? 'none') : `${entry.license} or ${installed}, which differ`
}

function isAllowed(licence) {
  try {
    return satisfies(licence, allowed)
  } catch {
    return false
  }
}

function pageText() {
  const kinds = [...new Set(rows.map(({ licence }) => licence))].map((licence) => [licence, rows.filter((row) => row.licence === licence).length])
  kinds.sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
  return `# Licences

Holdout is ${ours}. This page is made by \`node scripts/licences.mjs\` from \`package-lock.json\`; \`npm test\` fails when it is out of date or when a
licence is none of those that go with ours. It names what an installation for production can hold, on any system; of it the server's own bundle and
the browsers' files hold a part. Tools for development alone are not listed.

## Not from packages

${table(
  ['what', 'where', 'licence'],
  [
    [
      'Archivo, cut to what posters need',
      '[src/design/fonts](../src/design/fonts/README.md)',
      '[OFL-1.1](../src/design/fonts/OFL.txt), The Archivo Project Authors',
    ],
    [
      'Public Sans, the text face, put into the build',
      '[@fontsource-variable/public-sans](https://www.npmjs.com/package/@fontsource-variable/public-sans)',
      'OFL-1.1, The Public Sans Project Authors',
    ],
    [
      'the passwords that people choose most',
      '[src/features/accounts/server](../src/features/accounts/server/common-passwords.LICENSE.txt)',
      'MIT, Daniel Miessler (SecLists)',
    ],
    [
      'characters that look like letters and digits (Unicode confusables)',
      '[src/features/accounts/server](../src/features/accounts/server/confusables.LICENSE.txt)',
      'Unicode-3.0, Unicode, Inc.',
    ],
    [
      'icons of the companies in [db/demo/logos.json](../db/demo/logos.json), put into the build',
      '[simple-icons](https://www.npmjs.com/package/simple-icons)',
      'CC0-1.0, Simple Icons contributors. The marks belong to their owners',
    ],
    [
      'domains of temporary mailboxes, put into the build',
      '[disposable-email-domains-js](https://www.npmjs.com/package/disposable-email-domains-js)',
      'CC0-1.0, disposable-email-domains contributors',
    ],
  ],
)}

libvips inside \`@img/sharp-libvips-*\` is a shared
library of its own (LGPL-3.0-or-later) that may be replaced.

## A bill of materials

npm itself writes one, in either common form; the second works without an installation:

\`\`\`sh
npm sbom --omit dev --sbom-format cyclonedx > holdout.cdx.json
npm sbom --omit dev --sbom-format spdx --package-lock-only > holdout.spdx.json
\`\`\`

## Packages

${kinds.map(([licence, many]) => `${licence}: ${many}`).join(' - ')}

${table(
  ['package', 'version', 'licence'],
  rows.map(({ name, version, licence }) => [`[${name}](https://www.npmjs.com/package/${name}/v/${version})`, version, licence]),
)}
`
}

/** Pads the columns as the formatter does. */
function table(head, lines) {
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column].length)))
  const row = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
  return [row(head), row(widths.map((width) => '-'.repeat(width))), ...lines.map(row)].join('\n')
}
