import type { Db } from '#platform/server/store/open-store.ts'
import type { MailList } from '../terms.ts'

const settingOf = { all: 'notify_email', updates: 'notify_campaign_updates', recommendations: 'notify_recommendations' } as const satisfies Record<
  MailList,
  string
>

type Seat = { personId: string; list: MailList }

/** The person's settings for this list and for all mail; null if the account was deleted. */
export async function listState(db: Db, { personId, list }: Seat): Promise<{ isOn: boolean; isMailOff: boolean } | null> {
  const row = await db
    .selectFrom('person')
    .select([`${settingOf[list]} as is_on`, 'notify_email'])
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? { isOn: row.is_on && row.notify_email, isMailOff: !row.notify_email } : null
}

/** Unsubscribes a person from a list, with the same setting that the settings page shows. Does nothing if it is off already. */
export async function takeOffList(db: Db, { personId, list }: Seat): Promise<void> {
  await db
    .updateTable('person')
    .set({ [settingOf[list]]: false })
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .where(settingOf[list], '=', true)
    .execute()
}
