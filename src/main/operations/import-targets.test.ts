import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { isFull } from '#tests/support/figures.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { aPicture } from '#tests/support/pictures.ts'
import { aCampaign, aPerson, call, theSite, until } from '#tests/support/site.ts'
import { iconPath } from '../logos/icons.ts'
import { importFile } from './import-targets.ts'
import { differences } from './recount.ts'

const folder = mkdtempSync(join(tmpdir(), 'holdout-import-'))
// A site of its own, because rows that other tests insert without the triggers would make a recount differ.
ownSite()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

/** Imports a file with this content and returns all reported lines, the last ones included. */
async function imported(content: string | Buffer): Promise<{ ok: boolean; said: string[] }> {
  const { store, storage } = await theSite()
  const file = join(folder, `${++files}.csv`)
  writeFileSync(file, content)
  const said: string[] = []
  const { ok, lines } = await importFile({ file, print: (line) => said.push(line), into: { db: store.db, storage, iconPath } })
  return { ok, said: [...said, ...lines] }
}

const stored = async (name: string) => {
  const { store } = await theSite()
  return store.db
    .selectFrom('target')
    .leftJoin('industry', 'industry.id', 'industry_id')
    .selectAll('target')
    .select('industry.name as industry')
    .where('target.name', '=', name)
    .executeTakeFirst()
}
const word = () => Math.random().toString(36).slice(2, 10)

test('a file adds targets with columns in any order and with quotes, commas and line breaks in fields, and importing it again changes nothing', async () => {
  const id = word()
  const csv = `\ufeffwebsite,"NAME",country,description,industry\r\nhttps://one.example,"One ""${id}"", Inc.",DE,"First line,\r\nsecond line",Food ${id}\r\n\r\n,Two ${id},FR,,food ${id}\r\n`
  expect(await imported(csv)).toEqual({ ok: true, said: ['Ignored: the column country', 'Targets: 2 added, 0 changed, 0 unchanged, 0 refused'] })
  expect(await stored(`One "${id}", Inc.`)).toMatchObject({
    website_url: 'https://one.example',
    description: 'First line,\r\nsecond line',
    industry: `Food ${id}`,
  })
  expect(await stored(`Two ${id}`)).toMatchObject({ website_url: null, description: '', industry: `Food ${id}`, slug: `two-${id}` })
  expect(await imported(csv)).toEqual({
    ok: true,
    said: ['Ignored: the column country', 'Targets: 0 added, 0 changed, 2 unchanged, 0 refused. There was nothing to change'],
  })
})

test('an existing target is matched by name regardless of case and accents, and only the file’s non-empty fields change it', async () => {
  const id = word()
  await imported(`name,website,industry,description\nCafé ${id},https://cafe.example,Drinks ${id},About it\n`)
  expect(await imported(`name,website,description\nCAFE ${id},,Another\n`)).toMatchObject({ said: ['Targets: 0 added, 1 changed, 0 unchanged, 0 refused'] })
  expect(await stored(`Café ${id}`)).toMatchObject({ website_url: 'https://cafe.example', description: 'Another', industry: `Drinks ${id}` })
})

test('each bad line is reported with its number and the reason, and the good ones are imported', async () => {
  const id = word()
  const lines = [
    'name,website,industry,description,logo',
    `Good ${id},,,,`,
    ',https://no-name.example,,,',
    `Wrong address ${id},ftp://x.example,,,`,
    `Short industry ${id},,X,,`,
    `${'n'.repeat(81)},,,,`,
    `Too many ${id},,,,,more`,
    `Stray "quote ${id},,,,`,
    `After the quote ${id},,,,`,
    `good ${id.toUpperCase()},,,,`,
    `Long words ${id},,,${'d'.repeat(2001)},`,
    `Fetched ${id},,,,https://logo.example/x.png`,
    `No file ${id},,,,nowhere.png`,
    `No icon ${id},,,,icon:nobody`,
    `Outside ${id},,,,/etc/hostname`,
    `"Two\nlines ${id}",,,,`,
    `NUL\u0000 ${id},,,,`,
    `Last ${id},,,,`,
    `"Never closed ${id},,,,`,
    `Really last ${id},,,,`,
  ]
  const { ok, said } = await imported(`${lines.join('\n')}\n`)
  expect({ ok, said }).toEqual({
    ok: false,
    said: [
      'Line 3: it has no name',
      'Line 4: its website must begin with http:// or https:// and have at most 2,048 characters',
      'Line 5: its industry has 1 characters, 2 to 80 are allowed',
      'Line 6: its name has 81 characters, 80 are allowed',
      'Line 7: it has 6 fields and the first line 5; a field that contains a comma must be in quotes',
      expect.stringMatching(/^Line 8: its quotes/),
      'Line 10: it names the same target as line 2',
      'Line 11: its description has 2001 characters, 2,000 are allowed',
      expect.stringMatching(/^Line 12: its logo is an address, and nothing is fetched/),
      'Line 13: its logo nowhere.png is not there',
      'Line 14: there is no icon nobody in the build',
      'Line 15: its logo is outside the folder of the file',
      'Line 16: its name contains a line break or a tab',
      'Line 18: its name contains a control character',
      'Line 20: a quote (") is opened and never closed',
      'Targets: 4 added, 0 changed, 0 unchanged, 15 refused',
    ],
  })
  for (const name of ['Good', 'After the quote', 'Last', 'Really last']) expect(await stored(`${name} ${id}`)).toBeDefined()
})

test('a file in another encoding is refused with its encoding and how to convert it; a few invalid lines are reported individually', async () => {
  const id = word()
  const text = `name,description\nÜber ${id},Größe\nÄhre ${id},Maß\nÖl ${id},Süß\n`
  await expect(imported(Buffer.from(text, 'latin1'))).rejects.toThrow(/it is Windows-1252 .* iconv -f WINDOWS-1252 -t UTF-8/)
  await expect(imported(Buffer.from(`\ufeff${text}`, 'utf16le'))).rejects.toThrow(/it is UTF-16, .* iconv -f UTF-16 -t UTF-8/)
  await expect(imported(Buffer.from(text, 'utf16le'))).rejects.toThrow(/iconv -f UTF-16LE/)
  await expect(imported('')).rejects.toThrow('it is empty')
  await expect(imported('title,website\nx,y\n')).rejects.toThrow('name is not among them')
  await expect(imported('name;website\nx;y\n')).rejects.toThrow('separated by semicolons: save it with commas')
  await expect(imported('name,Name\nx,y\n')).rejects.toThrow('the column name twice')
  const mixed = Buffer.concat([Buffer.from(`name\nÜber ${id}\n`), Buffer.from(`Öl ${id}\n`, 'latin1'), Buffer.from(`Ähre ${id}\n`)])
  expect(await imported(mixed)).toEqual({ ok: false, said: ['Line 3: it is not UTF-8', 'Targets: 2 added, 0 changed, 0 unchanged, 1 refused'] })
})

test('a logo is a picture beside the file or an icon of the build, and is public', async () => {
  const id = word()
  const { origin } = await theSite()
  writeFileSync(join(folder, 'mark.png'), await aPicture(300, 100))
  writeFileSync(join(folder, 'text.png'), 'no picture')
  const csv = `name,logo\nPicture ${id},mark.png\nIcon ${id},icon:nike\nText ${id},text.png\n`
  expect(await imported(csv)).toEqual({
    ok: false,
    said: ['Line 4: its logo is not a readable PNG, JPEG or WebP picture', 'Targets: 2 added, 0 changed, 0 unchanged, 1 refused'],
  })
  const picture = await stored(`Picture ${id}`)
  const shown = await fetch(`${origin}${picture?.logo_url}`)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const icon = await stored(`Icon ${id}`)
  expect(icon?.logo_url).toMatch(/^\/logos\/nike-[0-9a-f]{10}\.svg$/)
  const svg = await fetch(`${origin}${icon?.logo_url}`)
  expect([svg.status, svg.headers.get('content-type'), svg.headers.get('cache-control')]).toEqual([200, 'image/svg+xml', 'public, max-age=31536000, immutable'])
  expect(svg.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*sandbox$/)
  // The same picture is kept; a different one replaces it.
  expect((await imported(csv)).said.at(-1)).toBe('Targets: 0 added, 0 changed, 2 unchanged, 1 refused')
  expect((await stored(`Picture ${id}`))?.logo_media_id).toBe(picture?.logo_media_id)
  writeFileSync(join(folder, 'mark.png'), await aPicture(100, 300))
  expect((await imported(csv)).said.at(-1)).toBe('Targets: 0 added, 1 changed, 1 unchanged, 1 refused')
  expect((await fetch(`${origin}${picture?.logo_url}`)).status).toBe(404)
})

test('a target that moves to another industry moves its campaigns and supporters, and a recount finds no difference', async () => {
  const id = word()
  const { store } = await theSite()
  const [creator, supporter] = [await aPerson(), await aPerson()]
  const campaigns = []
  for (let n = 0; n < 2; n++)
    campaigns.push(await aCampaign(creator, { target: { name: `Mover ${id}`, industry: { name: `From ${id}` } }, title: `Stop what they do ${id} ${n}` }))
  for (const campaign of campaigns) expect((await call(supporter, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })).status).toBe(200)
  expect((await imported(`name,industry\nMover ${id},To ${id}\n`)).said).toEqual(['Targets: 0 added, 1 changed, 0 unchanged, 0 refused'])
  const numbersOf = async (name: string) =>
    store.db
      .selectFrom('industry')
      .leftJoin('tally', 'subject_id', 'industry.id')
      .select(['campaigns', 'supporters'])
      .where('industry.name', '=', name)
      .executeTakeFirst()
  expect(await numbersOf(`To ${id}`)).toMatchObject({ campaigns: 2 })
  expect(await numbersOf(`From ${id}`)).toMatchObject({ campaigns: 0 })
  expect(await differences(store)).toEqual([])
  await until(async () => (await numbersOf(`To ${id}`))?.supporters === 2 && (await numbersOf(`From ${id}`))?.supporters === 0)
  const list = await call(null, 'GET', `/campaigns?industry=${encodeURIComponent(`To ${id}`)}`)
  expect(list.body.items).toHaveLength(2)
  expect(await differences(store)).toEqual([])
})

test('concurrent imports that change industries, publications and joins leave correct counts', async () => {
  const id = word()
  const { store } = await theSite()
  const people = await Promise.all(Array.from({ length: 4 }, () => aPerson()))
  const names = Array.from({ length: 5 }, (_, n) => `Busy ${id} ${n}`)
  const file = (industry: string) => `name,industry\n${names.map((name) => `${name},${industry} ${id}`).join('\n')}\n`
  await imported(file('First'))
  const publishing = people.map(async (person, at) => {
    for (let n = 0; n < 3; n++) {
      const target = { name: names[(at + n) % names.length] }
      const { id: campaign } = await aCampaign(person, { target, title: `A campaign of many ${id} ${at} ${n}` })
      for (const other of people) await call(other, 'PUT', `/campaigns/${campaign}/pledge`, { body: {} })
    }
  })
  const moving = async (industries: string[]) => {
    const seen = []
    for (const industry of industries) seen.push(await imported(file(industry)))
    return seen
  }
  const runs = await Promise.all([moving(['Second', 'Third', 'Second']), moving(['Third', 'Second', 'Third'])])
  await Promise.all(publishing)
  for (const { ok } of runs.flat()) expect(ok).toBe(true)
  expect(await imported(file('Last'))).toMatchObject({ ok: true })
  expect(await differences(store)).toEqual([])
})

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

const lineCount = isFull ? 100_000 : 40_000

test('importing very many lines needs constant memory', async () => {
  const { store, storage } = await theSite()
  const file = join(folder, 'large.csv')
  writeFileSync(file, `name,description\n${Array.from({ length: lineCount }, (_, n) => `${n % 2 ? '' : 'x'.repeat(81)},Words ${n}`).join('\n')}\n`)
  const before = held()
  let [most, told] = [0, 0]
  const print = () => {
    if (++told % 10_000 === 0) most = Math.max(most, held())
  }
  const { lines } = await importFile({ file, print, into: { db: store.db, storage, iconPath } })
  expect(lines).toEqual([`Targets: 0 added, 0 changed, 0 unchanged, ${lineCount} refused`])
  expect(told).toBe(lineCount)
  expect(most - before).toBeLessThan(lineCount * 200)
}, 300_000)

/** Returns the used heap after a collection, so that the collector's timing does not affect the figure. */
function held(): number {
  collect()
  return process.memoryUsage().heapUsed
}
