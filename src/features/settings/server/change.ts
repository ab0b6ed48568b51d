import { sql } from 'kysely'
import { isReservedName, looksLikeRemovedName, looksLikeStaff } from '#features/accounts/server/public.ts'
import { claimAvatar } from '#features/media/server/public.ts'
import { refusePrivateTexts } from '#features/trust/server/public.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { notSignedIn } from '#platform/server/rpc.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { SettingsChange, StoredSettings } from '../contract.ts'
import { followsNames, normalizedWords, profileProblems } from '../policy.ts'
import { settingsOf } from './queries.ts'

/** Changes the given settings, all of them or none. */
export async function changeSettings(db: Db, { viewer, changes }: { viewer: Viewer; changes: SettingsChange }): Promise<StoredSettings> {
  const personId = viewer.id
  const { avatarMediaId, allowDms, pledgesPrivately, notifications } = changes
  try {
    return await inTransaction(db, async (tx) => {
      // Lock order: picture, then person, as in the sweep.
      const avatar = avatarMediaId === undefined ? {} : await claimAvatar(tx, { mediaId: avatarMediaId, ownerId: personId })
      // Locks the person, so that concurrent changes are validated one after the other against each other's names.
      const person = await tx.selectFrom('person').select('role').where('id', '=', personId).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst()
      if (!person) throw notSignedIn()
      const before = await settingsOf(tx, personId)
      const words = changedWords(before, changes, person.role === 'member')
      await refuseNames(tx, { personId, isMember: person.role === 'member', before, words })
      const texts = newTexts(before, words)
      await refusePrivateTexts(tx, { viewer, texts, combinedTexts: newName(before, words) })
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
          profile_changed_at: Object.keys(texts).length > 0 || avatarMediaId !== undefined ? sql<Date>`clock_timestamp()` : undefined,
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

/** The public texts that this change gives the profile. Without any, a kept profile takes no new reports. */
function newTexts(before: StoredSettings, words: ReturnType<typeof changedWords>): Record<string, string> {
  const texts = {
    username: words.display_username === null ? '' : words.display_username,
    displayName: words.display_name,
    firstName: words.first_name,
    lastName: words.last_name,
    bio: words.bio,
  }
  return Object.fromEntries(
    Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== Reflect.get(before, entry[0])),
  )
}

/** The whole new name, so that its two fields cannot share a number between them. */
function newName(before: StoredSettings, words: ReturnType<typeof changedWords>): Record<string, string> {
  const name = words.full_name
  return name === undefined || name === `${before.firstName} ${before.lastName}`.trim() ? {} : { firstName: name }
}

type NameChange = { personId: string; isMember: boolean; before: StoredSettings; words: ReturnType<typeof changedWords> }

/**
 * Refuses a new name that looks like that of a moderator or an administrator, or like the one that moderators removed. A name from before that person
 * had the role stays.
 */
async function refuseNames(tx: Db, { personId, isMember, before, words }: NameChange): Promise<void> {
  const names = { first: words.first_name ?? before.firstName, last: words.last_name ?? before.lastName, displayName: words.display_name }
  const isAuthorRenamed = names.first !== before.firstName || names.last !== before.lastName
  const isRenamed = names.displayName !== before.displayName
  if (!isAuthorRenamed && !isRenamed) return
  if ((isMember && (await looksLikeStaff(tx, names))) || (await looksLikeRemovedName(tx, personId, names)))
    refuseFields({ [isAuthorRenamed ? 'firstName' : 'displayName']: 'DISPLAY_NAME_RESERVED' })
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
