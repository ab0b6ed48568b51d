import { createHash } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { hasModerators, reportAutomatically } from '#features/moderation/server/public.ts'
import type { Rule } from '#features/moderation/terms.ts'
import { sentence } from '#platform/refusal.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { SiteSwitches } from '#platform/site-switches.ts'
import { isSiteModerator, type Viewer } from '#platform/viewer.ts'
import { crowdText, limitText, manyNewPeopleText, repeatedText, waitText } from '../limit-text.ts'
import { plainWords } from '../plain-words.ts'
import { isLimited, limitsOf, linkProblems, type Newness } from '../policy.ts'
import { type LimitedKind, newPeopleTogether, sameLinkWaits, sameTextRefused, shortestRepeated, type TrustLevel, type WrittenKind } from '../terms.ts'
import { detailsIn, hostOf, newnessOf, websiteOfTarget } from './private-texts.ts'

type Switches = { current: () => SiteSwitches }
type Context = { viewer: Viewer; switches: Switches }
/** Why a text waits for a moderator: the rule, and a sentence for its author. */
type Wait = { rule: Rule; reason: string }

type Written = {
  context: Context
  id: string
  title?: string
  text: string
  kind: 'comment' | 'post' | 'message'
  campaignId?: string | undefined
}

/**
 * Refuses what the person has just written if it is beyond a limit. Call it after the insert and before the commit, and not for what people
 * write in their own campaigns. It locks the person's row, so that the texts of concurrent requests are counted too. Returns why the text waits for
 * a moderator, or null; a chat message that would wait is refused.
 */
export async function checkNewText(tx: Tx, { context, id, title, text, kind, campaignId }: Written): Promise<Wait | null> {
  const { viewer } = context
  if (isSiteModerator(viewer)) return null
  await lockPersonRow(tx, viewer.id)
  const newness = await newnessOf(tx, viewer.id)
  const { level } = newness
  if (kind !== 'message') refuseFields(linkProblems(level, renderMarkdown(text)))
  await limitKind(tx, { personId: viewer.id, newness, kind })
  const crowded = kind === 'comment' && isLimited(level) ? campaignId : undefined
  if (crowded !== undefined) await limitCrowd(tx, crowded)
  const wait = await waitOf(tx, { context, id, level, title, text, campaignId })
  // A text that waits is not public, so it does not count towards the limit of new people together.
  await recordText(tx, { personId: viewer.id, text, kind, campaignId: wait === null ? crowded : undefined })
  if (wait !== null && kind === 'message') {
    const reason = isEverythingWaiting(context.switches) ? waitText.noChat() : wait.reason
    throw new ORPCError('TEXT_WAITS', { status: 422, defined: true, message: sentence('TEXT_WAITS'), data: { text: reason } })
  }
  return wait
}

/**
 * Refuses what the person adds if it is beyond a limit. Call it before the first pledge, which takes a share lock on the person's row, and before
 * the locks of names.
 */
export async function checkNewEntry(tx: Tx, { viewer, kind }: { viewer: Viewer; kind: 'campaign' | 'target' | 'cause' }): Promise<void> {
  if (isSiteModerator(viewer)) return
  await lockPersonRow(tx, viewer.id)
  await limitKind(tx, { personId: viewer.id, newness: await newnessOf(tx, viewer.id), kind })
  await tx.insertInto('written_text').values({ person_id: viewer.id, kind }).execute()
}

type Text = { id: string; title?: string | undefined; text: string; campaignId?: string | undefined }

/** Refuses an edited text beyond a limit. Returns why it waits for a moderator, or null. */
export async function checkEditedText(tx: Tx, { context, ...edited }: Text & { context: Written['context'] }): Promise<Wait | null> {
  const { viewer } = context
  if (isSiteModerator(viewer)) return null
  await lockPersonRow(tx, viewer.id)
  const { level } = await newnessOf(tx, viewer.id)
  refuseFields(linkProblems(level, renderMarkdown(edited.text)))
  await recordText(tx, { personId: viewer.id, text: edited.text, kind: 'edit' })
  return waitOf(tx, { ...edited, context, level })
}

const isEverythingWaiting = (switches: Switches) => switches.current().on.includes('posts_wait')

/**
 * Texts of new people wait while the switch for it is on, for private details, and for a link that several new people have posted. Nothing waits
 * where no moderator could read it: in private communities, and on a site without moderators.
 */
async function waitOf(tx: Tx, { context, id, level, ...text }: Text & { context: Written['context']; level: TrustLevel }): Promise<Wait | null> {
  const { viewer, switches } = context
  if (!isLimited(level) || (await isInPrivateCommunity(tx, id))) return null
  const wait: Wait | null = isEverythingWaiting(switches)
    ? { rule: 'other', reason: waitText.everything() }
    : await waitOfText(tx, { personId: viewer.id, ...text })
  if (wait === null) return null
  const { rows } = await sql`select where ${hasModerators}`.execute(tx)
  return rows.length > 0 ? wait : null
}

async function waitOfText(tx: Tx, { personId, title = '', text, campaignId }: Omit<Text, 'id'> & { personId: string }): Promise<Wait | null> {
  const links = linksIn(text)
  const targetHost = hostOf((await websiteOfTarget(tx, campaignId)) ?? '')
  const found = detailsIn(`${title}\n${text}`, { targetHost })
  if (found.length > 0) return { rule: 'private_details', reason: waitText.details(found) }
  return (await isSpreading(tx, { personId, links, targetHost })) ? { rule: 'spam', reason: waitText.link() } : null
}

async function isInPrivateCommunity(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from community_post p join community c on c.id = p.community_id
    where c.privacy = 'private' and p.id in (${id}, (select post_id from comment where id = ${id}))`.execute(tx)
  return rows.length > 0
}

/** Texts with the same host that are compared for one link. */
const mostCompared = 500

/** The addresses of the links in a text, as they are in its HTML. */
const linksIn = (text: string): string[] => [...renderMarkdown(text).matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href)

type Spread = { personId: string; links: string[]; targetHost: string | null }

/**
 * True if enough new people have written one of these links within an hour in comments, posts and chats, this person included. Links to the
 * target's website do not count.
 */
async function isSpreading(tx: Tx, { personId, links, targetHost }: Spread): Promise<boolean> {
  // Ids begin with the time of their making, so the primary key finds what is recent.
  const since = uuidv7({ msecs: Date.now() - 3_600_000, random: new Uint8Array(16) })
  for (const href of links.filter((each) => targetHost === null || hostOf(each) !== targetHost)) {
    const host = hostOf(href) ?? href
    const recent = sql`id >= ${since} and moderation is null and author_id <> ${personId}`
    // Chat messages have no HTML, so those that contain the host are compared here.
    const { rows } = await sql<{ author_id: string; message: string | null }>`
      with written as materialized (
        select author_id, null as message from comment where ${recent} and strpos(body_html, ${`<a href="${href}"`}) > 0
        union
        select author_id, null from community_post where ${recent} and strpos(body_html, ${`<a href="${href}"`}) > 0
        union
        select author_id, body from campaign_chat_message
        where ${recent} and (strpos(lower(body), ${host}) > 0 or strpos(lower(body), ${domainToUnicode(host) || host}) > 0))
      select author_id, message from written where trust_level(author_id) in ('unconfirmed', 'new') limit ${mostCompared}`.execute(tx)
    const people = new Set(rows.filter(({ message }) => message === null || linksIn(message).includes(href)).map((row) => row.author_id))
    if (people.size >= sameLinkWaits - 1) return true
  }
  return false
}

/** A statement of its own: the next one sees what was committed while this one waited. */
const lockPersonRow = (tx: Tx, personId: string) => tx.selectFrom('person').select('id').where('id', '=', personId).forNoKeyUpdate().execute()

type Limiting = { personId: string; newness: Newness; kind: LimitedKind }

/** Refuses something of this kind until the oldest of those that fill a limit is old enough. The caller has locked the person's row. */
async function limitKind(tx: Tx, { personId, newness, kind }: Limiting): Promise<void> {
  for (const limit of limitsOf(kind, newness)) {
    const { kinds, most, minutes } = limit
    const { rows } = await sql<{ at: Date }>`
      select written_at as at from written_text
      where person_id = ${personId} and kind = any(${kinds}) and written_at > clock_timestamp() - make_interval(mins => ${minutes})
      order by written_at desc offset ${most - 1} limit 1`.execute(tx)
    if (rows[0]) throw tooMany('PERSON_LIMIT', { since: rows[0].at, minutes, text: (next) => limitText(kind, { ...limit, next }) })
  }
}

/**
 * Refuses a new person's comment if new people have written too many in the campaign lately, so that no crowd of new accounts fills its discussion.
 * The last comment that is accepted puts the campaign into the moderators' queue.
 */
async function limitCrowd(tx: Tx, campaignId: string): Promise<void> {
  const { comments, minutes } = newPeopleTogether
  await sql`select pg_advisory_xact_lock(hashtextextended(${campaignId}, 360))`.execute(tx)
  const { rows } = await sql<{ at: Date }>`
    select written_at as at from written_text
    where campaign_id = ${campaignId} and written_at > clock_timestamp() - make_interval(mins => ${minutes}) order by written_at desc limit ${comments}`.execute(
    tx,
  )
  const oldest = rows[comments - 1]
  if (oldest) throw tooMany('MANY_NEW_PEOPLE', { since: oldest.at, minutes, text: manyNewPeopleText })
  if (rows.length === comments - 1) await reportAutomatically(tx, { kind: 'campaign', id: campaignId }, crowdText())
}

type TooMany = { since: Date; minutes: number; text: (next: Date) => string }

/** The refusal of what is possible again `minutes` after `since`. */
function tooMany(code: 'PERSON_LIMIT' | 'MANY_NEW_PEOPLE', { since, minutes, text }: TooMany) {
  const next = new Date(since.getTime() + minutes * 60_000)
  const retryAfterMs = Math.max(1, next.getTime() - Date.now())
  return new ORPCError(code, { status: 429, defined: true, message: sentence(code), data: { text: text(next), retryAfterMs } })
}

type NewText = { personId: string; text: string; kind: WrittenKind; campaignId?: string | undefined }

/** Refuses a text that the person has written several times within an hour, and notes it as written. */
async function recordText(tx: Tx, { personId, text, kind, campaignId }: NewText): Promise<void> {
  const words = plainWords(text)
  const hash = words.length < shortestRepeated ? null : createHash('sha256').update(words).digest()
  if (hash) {
    const { rows } = await sql`
      select from written_text where person_id = ${personId} and words_hash = ${hash} and written_at > clock_timestamp() - interval '1 hour'
      offset ${sameTextRefused - 2} limit 1`.execute(tx)
    if (rows.length > 0)
      throw new ORPCError('TEXT_REPEATED', { status: 429, defined: true, message: sentence('TEXT_REPEATED'), data: { text: repeatedText() } })
  }
  await tx
    .insertInto('written_text')
    .values({ person_id: personId, kind, words_hash: hash, campaign_id: campaignId ?? null })
    .execute()
}
