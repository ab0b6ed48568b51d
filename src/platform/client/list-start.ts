import { refusalOf } from './refusal-of.ts'

/** A list from the cursor in the address on; where that cursor is none of ours, `begin` leads to the beginning instead. */
export const listFrom = <Loaded>(list: Promise<Loaded>, begin: () => unknown): Promise<Loaded> =>
  list.catch((error: unknown) => {
    if (refusalOf(error)?.code === 'BAD_CURSOR') throw begin()
    throw error
  })

/** Loads a list from a cursor on, or from its beginning where that is none of ours. Returns where it began. */
export async function loadedFrom(load: (from: string | undefined) => Promise<unknown>, cursor: string | undefined): Promise<string | undefined> {
  try {
    await load(cursor)
    return cursor
  } catch (error) {
    if (refusalOf(error)?.code !== 'BAD_CURSOR') throw error
    await load(undefined)
    return undefined
  }
}
