import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#platform/server/root.ts'
import { type Database, makeDatabase, noteDown, openDatabase, readNote } from '../database.ts'
import { type LoadTimes, load } from './load.ts'
import { type Size, type SizeName, sizes } from './size.ts'

export type LoadedSet = Database & { name: SizeName; size: Size; times: LoadTimes }

/** When set, databases with this in their name are kept for the next run, while loader and schema stay the same. */
const keepAs = process.env.BENCH_KEEP
const keptHours = 12
const opened = new Map<SizeName, Promise<LoadedSet>>()

/** Returns the loaded database of this size, which is made on first use and shared by all sections. */
export function theSet(name: SizeName): Promise<LoadedSet> {
  const known = opened.get(name)
  if (known) return known
  const made = openSet(name)
  opened.set(name, made)
  return made
}

/** Drops the databases at the end of a run, unless they are to be kept. */
export async function dropSets(): Promise<void> {
  for (const [name, made] of opened) {
    const set = await made.catch(() => null)
    if (keepAs) console.log(`  Kept: the database ${nameOf(name)}`)
    else await set?.drop()
  }
  opened.clear()
}

const nameOf = (name: SizeName) => `holdout_bench_${keepAs ?? process.pid}_${name}`

async function openSet(name: SizeName): Promise<LoadedSet> {
  const [database, size] = [nameOf(name), sizes[name]]
  const version = versionOfLoad()
  if (keepAs && isFresh(await readNote(database), version)) return { ...openDatabase(database), name, size, times: [] }
  if (keepAs) await openDatabase(database).drop()
  const made = await makeDatabase(database)
  try {
    const before = performance.now()
    console.log(`  Loading ${size.campaigns.toLocaleString('en-US')} campaigns, ${size.pledges.toLocaleString('en-US')} pledges`)
    const times = await load(made.url, size)
    console.log(`    ${Math.round((performance.now() - before) / 1000)} s: ${times.map(({ what, seconds }) => `${what} ${seconds.toFixed(1)}`).join(', ')}`)
    await noteDown(database, `${version} ${Date.now()}`)
    return { ...made, name, size, times }
  } catch (error) {
    await made.drop()
    throw error
  }
}

function isFresh(note: string | null, version: string): boolean {
  const [of, at] = note?.split(' ') ?? []
  return of === version && Date.now() - Number(at) < keptHours * 3_600_000
}

/** Hash of the loader and the schema. */
function versionOfLoad(): string {
  const hash = createHash('sha256')
  for (const folder of [import.meta.dirname, join(projectRoot, 'db/migrations')])
    for (const file of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 16)
}
