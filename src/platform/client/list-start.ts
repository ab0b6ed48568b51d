import { refusalOf } from './refusal-of.ts'

/**
 * Loads a list from the cursor in the address. If that cursor is invalid, throws `begin()`, a redirect to the start of the
 * list.
 */
export const listFrom = <Loaded>(list: Promise<Loaded>, begin: () => unknown): Promise<Loaded> =>
  list.catch((error: unknown) => {
    if (refusalOf(error)?.code === 'BAD_CURSOR') throw begin()
    throw error
  })

/** Loads a list from a cursor, or from its start if the cursor is invalid. Returns the cursor that was used. */
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
