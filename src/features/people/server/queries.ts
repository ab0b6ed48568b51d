import { suspensionField, suspensionFrom } from '#features/moderation/server/public.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { PersonRow } from '../contract.ts'

const personRows = (db: Db) =>
  db
    .selectFrom('person as p')
    .select(['p.id', 'p.display_name', 'p.role', 'p.created_at', suspensionField.as('suspension')])
    .where('p.deleted_at', 'is', null)
    .$narrowType<{ role: Viewer['role'] }>()
type Row = Awaited<ReturnType<ReturnType<typeof personRows>['execute']>>[number]

const personFrom = ({ id, display_name, role, created_at, suspension }: Row): PersonRow => ({
  ...{ id, name: display_name, role, since: created_at },
  suspension: suspension && suspensionFrom(suspension),
})

/** A person as moderators see them; null for an unknown or deleted account. */
export async function personById(db: Db, id: string): Promise<PersonRow | null> {
  const row = await personRows(db).where('p.id', '=', id).executeTakeFirst()
  return row ? personFrom(row) : null
}
