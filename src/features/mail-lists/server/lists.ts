import type { Db } from '#platform/server/store/open-store.ts'
import type { MailList } from '../terms.ts'

const settingOf = { all: 'notify_email', updates: 'notify_campaign_updates', recommendations: 'notify_recommendations' } as const satisfies Record<
  MailList,
  string
>

type Seat = { personId: string; list: MailList }

/** Whether mail of this list, and any at all, still goes to somebody; null where the account is gone. */
export async function standingOnList(db: Db, { personId, list }: Seat): Promise<{ isOn: boolean; isMailOff: boolean } | null> {
  const row = await db
    .selectFrom('person')
    .select([`${settingOf[list]} as is_on`, 'notify_email'])
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? { isOn: row.is_on && row.notify_email, isMailOff: !row.notify_email } : null
}

/** Takes somebody off a list: the same switch that the settings show. What was off already stays so. */
export async function takeOffList(db: Db, { personId, list }: Seat): Promise<void> {
  await db
    .updateTable('person')
    .set({ [settingOf[list]]: false })
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .where(settingOf[list], '=', true)
    .execute()
}
