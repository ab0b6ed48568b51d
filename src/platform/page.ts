import { z } from 'zod'

/** How every list is asked for: an opaque cursor from the answer before, and at most 100 at a time. */
export const PageInput = { cursor: z.string().max(500).optional(), limit: z.coerce.number().int().min(1).max(100).default(20) }

export const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), nextCursor: z.string().nullable() })

/** An id in whatever case it is written. */
export const Id = z.uuid().toLowerCase()
