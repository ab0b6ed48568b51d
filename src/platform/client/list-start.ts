import { refusalOf } from './refusal-of.ts'

/** A list from the cursor in the address on; where that cursor is none of ours, `begin` leads to the beginning instead. */
export const listFrom = <Loaded>(list: Promise<Loaded>, begin: () => unknown): Promise<Loaded> =>
  list.catch((error: unknown) => {
    if (refusalOf(error)?.code === 'BAD_CURSOR') throw begin()
    throw error
  })
