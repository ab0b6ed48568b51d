import { z } from 'zod'

/** Input of every paged list: an opaque cursor from the previous answer, and a limit of at most 100 items. */
export const PageInput = { cursor: z.string().max(500).optional(), limit: z.coerce.number().int().min(1).max(100).default(20) }

export const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), nextCursor: z.string().nullable() })

/** An id; accepts upper case and converts it to lower case. */
export const Id = z.uuid().toLowerCase()
