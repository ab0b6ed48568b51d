import { quietDigest, storeDigest } from '#tests/support/digest.ts'
import { useSite as switchSite, theSite } from '#tests/support/site.ts'

/** Requests that must write nothing. `prepare` makes what they are about; the function it gives sends them and returns what is wrong with the answers. */
export type Harmless = { name: string; prepare: () => Promise<() => Promise<string[]>> }

/** Against hanging alone: to find the one that writes takes a few seconds a half. */
export const searchMs = 900_000

/**
 * What is wrong with each: its answers, and that it wrote. One digest of the whole database before all of them and one after
 * all of them are compared; the halves are tried again while these differ, down to the one that writes.
 */
export async function complaintsOf(all: Harmless[]): Promise<Map<string, string[]>> {
  const { complaints, written } = await tried(all)
  const writers = written.length === 0 ? [] : await writersAmong(all, written)
  return new Map(complaints.map(({ name, wrong }) => [name, [...wrong, ...writers.filter((one) => one.name === name).map(({ what }) => what)]]))
}

type Writer = { name: string; what: string }

/** Those that write, of some that were seen to write to these tables together. */
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

/** With a database of its own: what was written once may not be written again. */
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
