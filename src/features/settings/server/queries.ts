import { sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Session, StoredSettings } from '../contract.ts'
import { deviceOf } from './device.ts'

export async function settingsOf(db: Db | Tx, personId: string): Promise<StoredSettings> {
  const row = await db
    .selectFrom('person as p')
    .selectAll('p')
    .select(
      sql<boolean>`exists (select from auth_account a where a.person_id = p.id and a.provider_id = 'credential' and a.password is not null)`.as('has_password'),
    )
    .where('p.id', '=', personId)
    .executeTakeFirstOrThrow()
  return {
    email: row.email,
    isEmailConfirmed: row.email_verified,
    hasPassword: row.has_password,
    username: row.display_username ?? '',
    displayName: row.display_name,
    firstName: row.first_name,
    lastName: row.last_name,
    bio: row.bio,
    avatarUrl: row.avatar_url,
    allowDms: row.allow_dms,
    pledgesPrivately: row.pledge_privately,
    notifications: {
      email: row.notify_email,
      dms: row.notify_dms,
      campaignUpdates: row.notify_campaign_updates,
      recommendations: row.notify_recommendations,
    },
  }
}

/** Sessions that are still valid: the current one first, then the last seen first. */
export async function sessionsOf(db: Db, { personId, sessionId }: { personId: string; sessionId: string | null }): Promise<Session[]> {
  const rows = await db
    .selectFrom('auth_session')
    .select(['id', 'user_agent', 'created_at', 'updated_at'])
    .where('person_id', '=', personId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('updated_at', '>', sql<Date>`now() - interval '7 days'`)
    .orderBy(sql`id = ${sessionId}`, 'desc')
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(({ id, user_agent, created_at, updated_at }) => ({
    id,
    ...deviceOf(user_agent),
    signedInAt: created_at,
    lastSeenAt: updated_at,
    isThis: id === sessionId,
  }))
}
