import { z } from 'zod'
import { shownName } from './names.ts'

/** The author of a piece of content, as shown to everybody. Pages show an author whose account is deleted without a link. */
export const Author = z.object({ id: z.uuid(), name: z.string(), avatarUrl: z.string().nullable(), isDeleted: z.boolean() })
export type Author = z.infer<typeof Author>

/** The columns of `person as p` from which `authorFrom` makes an author. */
export const authorColumns = ['p.first_name', 'p.last_name', 'p.avatar_url', 'p.deleted_at'] as const
export type AuthorRow = { first_name: string; last_name: string; avatar_url: string | null; deleted_at: Date | null }

export const authorFrom = (id: string, row: AuthorRow): Author => ({ id, name: shownName(row), avatarUrl: row.avatar_url, isDeleted: row.deleted_at !== null })
