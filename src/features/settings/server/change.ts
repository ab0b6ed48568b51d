import { sql } from 'kysely'
import { isReservedName } from '#features/accounts/server/public.ts'
import { takeAvatar } from '#features/media/server/public.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { notSignedIn } from '#platform/server/rpc.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { SettingsChange, StoredSettings } from '../contract.ts'
import { followsNames, normalizedWords, profileProblems } from '../policy.ts'
import { settingsOf } from './queries.ts'

/** Changes the given settings, all of them or none. */
export async function changeSettings(db: Db, { personId, changes }: { personId: string; changes: SettingsChange }): Promise<StoredSettings> {
  const { avatarMediaId, allowDms, pledgesPrivately, notifications } = changes
  try {
    return await inTransaction(db, async (tx) => {
      // Lock order: picture, then person, as in the sweep.
      const avatar = avatarMediaId === undefined ? {} : await takeAvatar(tx, { mediaId: avatarMediaId, ownerId: personId })
      // Locks the person, so that concurrent changes are validated one after the other against each other's names.
      const person = await tx.selectFrom('person').select('role').where('id', '=', personId).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst()
      if (!person) throw notSignedIn()
      const words = changedWords(await settingsOf(tx, personId), changes, person.role === 'member')
      // Kysely leaves columns with the value undefined unchanged.
      await tx
        .updateTable('person')
        .set({
          ...words,
          ...avatar,
          allow_dms: allowDms,
          pledge_privately: pledgesPrivately,
          notify_email: notifications?.email,
          notify_dms: notifications?.dms,
          notify_campaign_updates: notifications?.campaignUpdates,
          notify_recommendations: notifications?.recommendations,
          updated_at: sql<Date>`now()`,
        })
        .where('id', '=', personId)
        .execute()
      return settingsOf(tx, personId)
    })
  } catch (error) {
    if (Object(error).constraint === 'person_username_key') refuseFields({ username: 'USERNAME_TAKEN' })
    throw error
  }
}

/** The changed columns. Only the given fields are validated, so that an old invalid value does not block other changes. */
function changedWords(before: StoredSettings, { username, displayName, firstName, lastName, bio }: SettingsChange, isMember: boolean) {
  const words = normalizedWords({
    username: username ?? before.username,
    displayName: displayName ?? (followsNames(before) ? '' : before.displayName),
    firstName: firstName ?? before.firstName,
    lastName: lastName ?? before.lastName,
    bio: bio ?? before.bio,
  })
  const isNameNamed = firstName !== undefined || lastName !== undefined
  const named: Record<string, boolean> = {
    username: username !== undefined,
    displayName: displayName !== undefined,
    firstName: isNameNamed,
    lastName: isNameNamed,
    bio: bio !== undefined,
  }
  const problems = profileProblems(words)
  // Moderators and administrators may use reserved names.
  if (isMember) {
    const reserved = [
      ['displayName', words.displayName, 'DISPLAY_NAME_RESERVED'],
      ['firstName', words.fullName, 'DISPLAY_NAME_RESERVED'],
      ['username', words.username, 'USERNAME_RESERVED'],
    ] as const
    for (const [field, name, code] of reserved) if (isReservedName(name)) problems[field] ??= code
  }
  refuseFields(Object.fromEntries(Object.entries(problems).filter(([field]) => named[field])))
  return {
    ...(named.username ? { username: words.username.toLowerCase() || null, display_username: words.username || null } : {}),
    display_name: words.displayName,
    ...(named.bio ? { bio: words.bio } : {}),
    ...(isNameNamed ? { first_name: words.firstName, last_name: words.lastName, full_name: words.fullName } : {}),
  }
}
