import { sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'
import { type MailboxKeys, openMailboxKeys } from '#platform/server/mailbox-keys.ts'
import type { Db } from '#platform/server/store/open-store.ts'

type Secrets = { secret: string; previous: readonly string[] }
export const openCommunityKeys = (secrets: Secrets): MailboxKeys => openMailboxKeys({ purpose: 'mailboxes that a community banned or muted', ...secrets })

type Bannable = { communityId: string; personId: string; communityKeys: MailboxKeys }

/** True if the mailbox of this person is banned from the community, perhaps under another account. */
export async function isMailboxBanned(tx: Tx, { communityId, personId, communityKeys }: Bannable): Promise<boolean> {
  const keys = communityKeys(await confirmedEmailOf(tx, personId), communityId)
  const banned = tx.selectFrom('community_member').select('person_id').where('community_id', '=', communityId).where('status', '=', 'banned')
  return (await banned.where(sql<boolean>`mailbox_keys && ${keys}::text[]`).limit(1).executeTakeFirst()) !== undefined
}

/** The key that a new ban or mute of this person gets; none for an account without a confirmed address. */
export const newKeysOf = async (tx: Tx, { communityId, personId, communityKeys }: Bannable): Promise<string[]> =>
  communityKeys(await confirmedEmailOf(tx, personId), communityId).slice(0, 1)

/** Only a confirmed address identifies a mailbox. Anybody can write a stranger's address into an account, and would learn of that person's bans. */
async function confirmedEmailOf(db: Db, personId: string): Promise<string | null> {
  const person = await db.selectFrom('person').select('email').where('id', '=', personId).where('email_verified', '=', true).executeTakeFirst()
  return person?.email ?? null
}

const tables = { bans: sql`community_member`, mutes: sql`community_mute` }
const isBan = sql`b.status = 'banned'`
const chunk = 5_000

/**
 * Adds the key of the present confirmed address to every ban and mute that lacks it, or to those of one person, so that they hold after a change of
 * address and after the account is deleted. Changes nothing when it is repeated.
 */
export async function keyBansAndMutes(db: Db, { communityKeys, personId }: { communityKeys: MailboxKeys; personId?: string }): Promise<void> {
  for (const [kind, table] of Object.entries(tables)) {
    const { rows } = await sql<{ communityId: string; personId: string; email: string }>`
      select b.community_id as "communityId", b.person_id as "personId", p.email from ${table} b join person p on p.id = b.person_id
      where p.email_verified and ${kind === 'bans' ? isBan : sql`true`} and ${personId === undefined ? sql`true` : sql`p.id = ${personId}`} order by 1, 2`.execute(
      db,
    )
    for (let n = 0; n < rows.length; n += chunk) {
      const some = rows.slice(n, n + chunk)
      const keys = some.map(({ communityId, email }) => communityKeys(email, communityId)[0] ?? '')
      await sql`
        update ${table} b set mailbox_keys = b.mailbox_keys || given.key
        from unnest(${some.map((one) => one.communityId)}::uuid[], ${some.map((one) => one.personId)}::uuid[], ${keys}::text[]) as given(community_id, person_id, key)
        where b.community_id = given.community_id and b.person_id = given.person_id and not given.key = any(b.mailbox_keys)
          and ${kind === 'bans' ? isBan : sql`true`}`.execute(db)
    }
  }
}
