import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { takeCommunityPictures } from '#features/media/server/public.ts'
import { removePrivateNotifications } from '#features/notifications/server/public.ts'
import { refusePrivateTexts } from '#features/trust/server/public.ts'
import { type Act, fingerprintOf, inTransaction, once, type Tx } from '#platform/server/idempotency.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { isReservedSlug } from '#platform/slug.ts'
import { normalized, oneLine } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type CommunityWords, communityProblems, normalizedLinks, normalizedTags, privacyProblems } from '../field-problems.ts'
import { isOwner } from '../policy.ts'
import { communitiesADay, type Privacy } from '../terms.ts'
import { lockCommunity } from './access.ts'
import { deleteCommunity } from './delete-whole.ts'

type Saved = { id: string; slug: string }
type Changes = CommunityWords & {
  privacy?: Privacy | undefined
  approvesMembers?: boolean | undefined
  logoMediaId?: string | null | undefined
  bannerMediaId?: string | null | undefined
}

/** Creates a community with its owner as first member, in one transaction. */
export async function createCommunity(
  act: Act,
  { input, viewer, tooMany }: { input: Changes & { slug: string; privacy: Privacy }; viewer: Viewer; tooMany: () => Error },
): Promise<Saved> {
  const { slug, privacy, approvesMembers = false } = input
  refuseFields({
    ...communityProblems({ ...input, name: input.name ?? '', description: input.description ?? '' }),
    ...privacyProblems({ before: null, after: privacy, approvesMembers }),
  })
  return takenSlug(() =>
    once(act, async (tx) => {
      const id = uuidv7()
      if (!(await isSlugFree(tx, slug))) refuseFields({ slug: 'SLUG_TAKEN' })
      await refusePrivate(tx, { words: input, privacy, viewer })
      if (await hasStartedMany(tx, { ...act, made: { id, slug } })) throw tooMany()
      const pictures = await takeCommunityPictures(tx, { ...input, ownerId: act.personId })
      await tx
        .insertInto('community')
        .values({
          ...wordsOf(input),
          id,
          slug,
          privacy,
          approves_members: approvesMembers,
          owner_user_id: act.personId,
          name: oneLine(input.name ?? ''),
          ...pictures,
        })
        .execute()
      await tx.insertInto('community_member').values({ community_id: id, person_id: act.personId, role: 'owner', status: 'active' }).execute()
      return { id, slug }
    }),
  )
}

type Updating = { id: string; changes: Changes; viewer: Viewer; errors: { NOT_FOUND: () => Error; OWNER_ONLY: () => Error } }

type Updated = Saved & { isChanged: boolean; isPrivacyChanged: boolean }

/** Updates the given fields in one transaction. Returns whether anything changed, and whether the privacy changed. */
export function updateCommunity(db: Db, { id, changes, viewer, errors }: Updating): Promise<Updated> {
  return inTransaction(db, async (tx) => {
    const before = await lockCommunity(tx, { id, viewer, lock: 'update' })
    if (!before) throw errors.NOT_FOUND()
    if (!isOwner(before)) throw errors.OWNER_ONLY()
    const privacy = changes.privacy ?? before.privacy
    const approvesMembers = changes.approvesMembers ?? before.approvesMembers
    refuseFields({ ...communityProblems({ ...changes, slug: undefined }), ...privacyProblems({ before: before.privacy, after: privacy, approvesMembers }) })
    const pictures = await takeCommunityPictures(tx, { ...changes, ownerId: viewer.id, communityId: id })
    const next = { ...wordsOf(changes), ...pictures, privacy, approves_members: approvesMembers }
    if (await isStoredAs(tx, { id, next })) return { id, slug: before.slug, isChanged: false, isPrivacyChanged: false }
    await refusePrivate(tx, { words: changes, id, privacy, viewer })
    await tx
      .updateTable('community')
      .set({ ...next, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    if (privacy === 'private' && before.privacy !== 'private') await removePrivateNotifications(tx, { communityId: id })
    return { id, slug: before.slug, isChanged: true, isPrivacyChanged: privacy !== before.privacy }
  })
}

/** True if the stored values equal these; undefined values are not compared. */
async function isStoredAs(tx: Tx, { id, next }: { id: string; next: Record<string, unknown> }): Promise<boolean> {
  const stood: Record<string, unknown> = await tx.selectFrom('community').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const plain = (column: string, value: unknown) => (column === 'quick_links' ? JSON.parse(String(value)) : value)
  return Object.entries(next).every(([column, value]) => value === undefined || isDeepStrictEqual(stood[column], plain(column, value)))
}

type Worded = { words: CommunityWords; id?: string; privacy: Privacy; viewer: Viewer }

/**
 * Refuses a new person's new texts that contain personal data or too many links. Texts that only members of a private community read are not
 * checked, and neither are their posts.
 */
async function refusePrivate(tx: Tx, { words, id, privacy, viewer }: Worded): Promise<void> {
  const columns = ['name', 'description', 'rules', 'quick_links'] as const
  const before = id === undefined ? undefined : await tx.selectFrom('community').select(columns).where('id', '=', id).executeTakeFirst()
  const { name, description, rules } = wordsOf(words)
  const isNew = (field: (typeof columns)[number], text: string | undefined) => before === undefined || text !== before[field]
  const quickLinks = isDeepStrictEqual(before?.quick_links, words.quickLinks && normalizedLinks(words.quickLinks)) ? [] : (words.quickLinks ?? [])
  const texts = {
    ...(isNew('name', name) ? { name } : {}),
    ...(isNew('description', description) ? { description } : {}),
    tags: words.tags?.join('\n'),
  }
  const inside = { ...(isNew('rules', rules) ? { rules } : {}), ...Object.fromEntries(quickLinks.map(({ title }, at) => [`quickLinks.${at}.title`, title])) }
  const isOpen = privacy !== 'private'
  await refusePrivateTexts(tx, {
    viewer,
    texts: { ...texts, ...(isOpen && inside) },
    links: isOpen ? { ...(isNew('rules', rules) ? { rules } : {}), quickLinks } : {},
  })
}

type Removing = Pick<Updating, 'id' | 'viewer' | 'errors'>

/** Deletes the community with everything in it; the sweep deletes its pictures later. */
export function removeCommunity(db: Db, { id, viewer, errors }: Removing): Promise<void> {
  return inTransaction(db, async (tx) => {
    const community = await lockCommunity(tx, { id, viewer, lock: 'update' })
    if (!community) throw errors.NOT_FOUND()
    if (!isOwner(community)) throw errors.OWNER_ONLY()
    await deleteCommunity(tx, id)
  })
}

/** False also for slugs that a route uses and for slugs that look like an id. */
export async function isSlugFree(db: Db, slug: string): Promise<boolean> {
  if (isReservedSlug(slug)) return false
  return (await db.selectFrom('community').select('id').where('slug', '=', slug).executeTakeFirst()) === undefined
}

/**
 * True if the person exceeds the daily limit with this community. Counts rows of `idempotency_key`, so that deleted and transferred
 * communities count too; for a request without a key it inserts a row. The advisory lock per person makes the limit exact.
 */
async function hasStartedMany(tx: Tx, { made, personId, key, operation, input }: Act & { made: Saved }): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`communities:${personId}`}, 0))`.execute(tx)
  if (key === null)
    await tx
      .insertInto('idempotency_key')
      .values({ person_id: personId, key: made.id, operation, fingerprint: fingerprintOf(input), answer: JSON.stringify(made) })
      .execute()
  const { started } = await tx
    .selectFrom('idempotency_key')
    .select(sql<number>`count(*)`.as('started'))
    .where('person_id', '=', personId)
    .where('operation', '=', operation)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow()
  return started > communitiesADay
}

/** Columns for the given fields. The others are undefined or missing, so that an update does not change them. */
function wordsOf({ name, description, rules, tags, links, quickLinks }: CommunityWords) {
  const address = (url: string | undefined) => (url === undefined ? undefined : normalized(url) || null)
  return {
    ...(name === undefined ? {} : { name: oneLine(name) }),
    ...(description === undefined ? {} : { description: normalized(description) }),
    ...(rules === undefined ? {} : { rules: normalized(rules), rules_html: renderMarkdown(normalized(rules)) }),
    ...(tags === undefined ? {} : { tags: normalizedTags(tags) }),
    discord_url: address(links?.discord),
    twitter_url: address(links?.twitter),
    website_url: address(links?.website),
    instagram_url: address(links?.instagram),
    ...(quickLinks === undefined ? {} : { quick_links: JSON.stringify(normalizedLinks(quickLinks)) }),
  }
}

/** Reports a slug that a concurrent transaction has inserted first as a problem of the slug field. */
async function takenSlug<Made>(make: () => Promise<Made>): Promise<Made> {
  try {
    return await make()
  } catch (error) {
    if (Object(error).constraint === 'community_slug_key') refuseFields({ slug: 'SLUG_TAKEN' })
    throw error
  }
}
