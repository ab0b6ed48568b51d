import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '#tests/support/cli.ts'
import { isFull } from '#tests/support/figures.ts'
import { eventually } from '#tests/support/load.ts'
import { aPicture } from '#tests/support/pictures.ts'
import { asked, cli, folder, preparedDatabase } from '#tests/support/places.ts'
import { startProduct } from '#tests/support/product.ts'
import { send } from '#tests/support/visitor.ts'

/** All other client connections to the current database. */
const others = "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'"

test('an import while the server is running is visible immediately, including its pictures', async () => {
  const dataDir = folder()
  const url = await preparedDatabase()
  const product = await startProduct({ dataDir, env: { DATABASE_URL: url } })
  const file = join(dataDir, 'targets.csv')
  writeFileSync(join(dataDir, 'mark.png'), await aPicture(200, 100))
  const lines = Array.from({ length: 600 }, (_, n) => `Beside ${n},https://beside.example,Tested goods,,`)
  writeFileSync(file, ['name,website,industry,description,logo', ...lines, 'Seen,,,,mark.png', ',,,,', 'Seen,,,,icon:nike'].join('\n'))
  expect(await cli({ dataDir, url }, 'targets:import', file)).toEqual({
    code: 1,
    output: 'Line 603: it has no name\nLine 604: it names the same target as line 602\nTargets: 601 added, 0 changed, 0 unchanged, 2 refused\n',
  })
  const { body } = await send(product, { method: 'GET', path: '/api/v1/targets/seen' })
  expect((await fetch(`${product.origin}${body.logoUrl}`)).headers.get('content-type')).toBe('image/webp')
  writeFileSync(file, ['name,website,industry', 'Beside 0,https://beside.example,Tested goods'].join('\n'))
  expect(await cli({ dataDir, url }, 'targets:import', file)).toEqual({
    code: 0,
    output: 'Targets: 0 added, 0 changed, 1 unchanged, 0 refused. There was nothing to change\n',
  })
  writeFileSync(file, Buffer.from('\ufeffname\nx\n', 'utf16le'))
  expect(await cli({ dataDir, url }, 'targets:import', file)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Refused: targets\.csv was not imported: it is UTF-16, not UTF-8\. Convert it with: iconv/),
  })
  expect(await cli({ dataDir, url }, 'targets:import', join(dataDir, 'nowhere.csv'))).toMatchObject({ code: 1, output: expect.stringContaining('ENOENT') })
  expect(await product.stop()).toBe(0)
})

/** Number of lines in the large file, and the heap limit in MB for importing it. */
const [lines, heap] = [100_000, 96]

test.runIf(isFull)(
  `${lines} lines are imported with constant memory; a killed import keeps its finished batches, and the next one completes it`,
  async () => {
    const place = { dataDir: folder(), url: await preparedDatabase() }
    const file = join(place.dataDir, 'many.csv')
    writeFileSync(file, ['name,website,industry', ...Array.from({ length: lines }, (_, n) => `Company ${n},https://c${n}.example,Goods ${n % 50}`)].join('\n'))
    const count = async (what = 'target') => (await asked(place.url, `select count(*)::int as n from ${what}`)).rows[0].n
    const killed = await runCli({ ...place, words: ['targets:import', file], killWhen: async () => (await count()) > 2_000 })
    expect(killed.code).toBe(null)
    // Statements that were sent before the kill must finish before the rows are counted.
    await eventually('its connections are closed', async () => (await asked(place.url, others)).rows.length === 0)
    const kept = await count()
    expect(kept).toBeGreaterThan(2_000)
    expect(kept).toBeLessThan(lines)

    // The rows would fill half of this heap if they were all loaded at once.
    const { code, output } = await runCli({ ...place, env: { NODE_OPTIONS: `--max-old-space-size=${heap}` }, words: ['targets:import', file] })
    expect({ code, output }).toEqual({ code: 0, output: `Targets: ${lines - kept} added, 0 changed, ${kept} unchanged, 0 refused\n` })
    expect(await count()).toBe(lines)
    expect(await count("subject_rank where kind = 'target'")).toBe(lines)
    expect((await cli(place, 'recount', '--check')).output).toBe('Every stored count is correct\n')
  },
  900_000,
)
