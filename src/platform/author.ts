import { z } from 'zod'
import { shownName } from './names.ts'

/** Who wrote something, as everybody may know. Whoever has deleted the account is shown without a link. */
export const Author = z.object({ id: z.uuid(), name: z.string(), avatarUrl: z.string().nullable(), isDeleted: z.boolean() })
export type Author = z.infer<typeof Author>

type Row = { first_name: string; last_name: string; avatar_url: string | null; deleted_at: Date | null }

/** The author with this id, from the row of that person. */
export const authorFrom = (id: string, row: Row): Author => ({ id, name: shownName(row), avatarUrl: row.avatar_url, isDeleted: row.deleted_at !== null })
