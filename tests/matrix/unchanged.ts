import { useSite as switchSite, theSite } from '#tests/support/site.ts'
import { quietDigest, storeDigest } from '../support/content-hash.ts'

/**
 * Requests that must write nothing. `prepare` creates the things that they are about; the function that it returns sends them and returns the
 * wrong responses.
 */
export type Harmless = { name: string; prepare: () => Promise<() => Promise<string[]>> }

/** Time limit in milliseconds, only against hanging. The search for a request that writes takes a few seconds for each half of the requests. */
export const searchMs = 900_000

/**
 * The errors of each entry: wrong responses, and writes. Each table's hash before all requests is compared with its hash after them. If a
 * table differs, the requests are repeated on a new site, and then halves of them until the one that writes is found.
 */
export async function complaintsOf(all: Harmless[]): Promise<Map<string, string[]>> {
  const { complaints, written } = await tried(all)
  // A background job of a site that other tests use may have written meanwhile, so only what happens again on a new site counts.
  const again = written.length === 0 ? [] : (await onNewSite(() => tried(all))).written
  const writers = again.length === 0 ? [] : await writersAmong(all, again)
  return new Map(complaints.map(({ name, wrong }) => [name, [...wrong, ...writers.filter((one) => one.name === name).map(({ what }) => what)]]))
}

type Writer = { name: string; what: string }

/** Finds the entries that write, among some that together wrote to these tables. */
async function writersAmong(all: Harmless[], written: string[]): Promise<Writer[]> {
  if (all.length === 1) return all.map(({ name }) => ({ name, what: `It wrote to ${written.join(', ')}` }))
  const found: Writer[] = []
  for (const half of [all.slice(0, all.length >> 1), all.slice(all.length >> 1)]) {
    const again = await onNewSite(() => tried(half))
    if (again.written.length) found.push(...(await writersAmong(half, again.written)))
  }
  const what = `It or one of ${all.length - 1} others wrote to ${written.join(', ')}, and none of them when tried again`
  return found.length ? found : all.map(({ name }) => ({ name, what }))
}

/** Runs on a new database: a request that wrote once may not write again. */
async function onNewSite<T>(act: () => Promise<T>): Promise<T> {
  const close = await switchSite({})
  return act().finally(close)
}

async function tried(all: Harmless[]) {
  const prepared: { name: string; send: () => Promise<string[]> }[] = []
  for (const { name, prepare } of all) prepared.push({ name, send: await prepare() })
  const { store } = await theSite()
  const before = await quietDigest(store)
  const complaints: { name: string; wrong: string[] }[] = []
  for (const { name, send } of prepared) complaints.push({ name, wrong: await send() })
  const after = await storeDigest(store)
  return { complaints, written: Object.keys(after).filter((table) => after[table] !== before[table]) }
}
