import { z } from 'zod'
import { cursorLength, pageLimits } from './terms.ts'

/** Input of every paged list: an opaque cursor from the previous answer, and a limit. */
export const PageInput = {
  cursor: z.string().max(cursorLength).optional(),
  limit: z.coerce.number().int().min(1).max(pageLimits.max).default(pageLimits.default),
}

export const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), nextCursor: z.string().nullable() })

/** An id; accepts upper case and converts it to lower case. */
export const Id = z.uuid().toLowerCase()
