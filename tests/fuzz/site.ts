import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { takeDueSteps } from '#features/pledges/quiet/server/steps.ts'
import { applyTallyChange } from '#features/pledges/tallies/server/retally.ts'
import { applyPledgeLog } from '#features/pledges/tallies/server/tally.ts'
import { migrate } from '#platform/server/store/migrate.ts'
import { type Db, openStore } from '#platform/server/store/open-store.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { makeDatabase } from '#tests/support/databases.ts'
import { isFull } from '#tests/support/figures.ts'
import { request } from '#tests/support/http.ts'
import { anImageService } from '#tests/support/image-service.ts'
import { eventually } from '#tests/support/load.ts'
import { ownWords } from '#tests/support/own-words.ts'
import { aPicture } from '#tests/support/pictures.ts'
import { plantList } from '#tests/support/pledges.ts'
import { aFolder, remove, startProduct } from '#tests/support/product.ts'
import { silentPush } from '#tests/support/push-keys.ts'
import { contradictionsIn } from '#tests/support/recount.ts'
import { addClaims, addStatements } from './claims.ts'
import { addEntries, addMerges } from './entries.ts'
import { prepareFiles } from './multipart.ts'
import { signers, signersPassword } from './other-routes.ts'
import { type Actor, anyMember, cookieOf, fuzzSecret, personId, settle, spareSessions } from './people.ts'
import { openPools, type Pools } from './pools.ts'
import { addVisitorReports, askForLooks, countPledges, heldNetwork, holdPledges } from './waiting.ts'

/** Starts the built product in its own process, with people and campaigns in the database. */
export async function openSite() {
  const database = await makeDatabase()
  const dataDir = aFolder()
  await prepareFiles()
  const [givenUp, corrections, others, decisions, appealable] = await inStore(database.url, async ({ db }) => {
    await settle(db)
    await keepOpen(db)
    return [await giveUp(db), await addInvalidations(db), await addOthers(db), await decideAboutSome(db), await decideAboutTexts(db)] as const
  })
  const images = await anImageService(await aPicture(64, 36))
  // Never contacted: requests only begin the sign-in at Google.
  const google = { GOOGLE_CLIENT_ID: 'google-client', GOOGLE_CLIENT_SECRET: 'google-secret' }
  const env = { AUTH_SECRET: fuzzSecret, ...images.env, ...google, ...silentPush, DATABASE_URL: database.url }
  const product = await startProduct({ dataDir, env })
  const pools = openPools()
  for (const id of givenUp) pools.add('given up', id, null)
  for (const { decision, person } of decisions) {
    pools.add('decisions', decision, null)
    pools.add('others suspended', person, null)
  }
  for (const { id, author, appeal } of appealable) appeal ? pools.add('appeals', appeal, null) : pools.add('content decisions', id, author)
  for (const id of others) pools.add('others', id, null)
  for (const id of [...corrections.stopped, ...corrections.proposed]) pools.add('invalidations', id, null)
  await furnish(product.origin, pools)
  const campaignIds = pools.all('campaigns active')
  pools.add('networks', heldNetwork, null)
  const tokens = await inStore(database.url, async ({ db }) => {
    await holdPledges(db, campaignIds)
    await countPledges(db, campaignIds)
    await askForLooks(db, campaignIds, corrections.stopped)
    for (const id of campaignIds) await plantList(db, id)
    for (const id of await addStatements(db, campaignIds)) pools.add('company statements', id, null)
    const claims = await addClaims(db)
    for (const { id, slug, owner, link, isOpen } of claims) {
      pools.add(isOpen ? 'open claims' : 'representations', id, owner)
      if (!isOpen) pools.add('company links', link, owner)
      else pools.add('slugs', slug, null)
    }
    for (const id of await addEntries(db)) pools.add('entries', id, null)
    for (const id of await addMerges(db)) pools.add('merges', id, null)
    return addVisitorReports(db, campaignIds)
  })
  for (const token of tokens) pools.add('report tokens', token, null)

  return {
    origin: product.origin,
    pools,
    /** Lines of the log with this message. */
    logged: (message: string) =>
      product
        .output()
        .split('\n')
        .filter((line) => line.includes(`"msg":"${message}"`)),
    output: product.output,
    /** Stops the product with SIGTERM and returns every contradiction between rows of its database. */
    async contradictions(): Promise<string[]> {
      const code = await product.stop()
      const found = await inStore(database.url, async ({ db, pool }) => {
        // Counts everything that the leader would have counted within the next second, and what waits for the steps of quiet counting.
        while (await applyTallyChange(db));
        await sql`update campaign_stats set quiet_until = now() where quiet_at is not null`.execute(db)
        await takeDueSteps(db, new AbortController().signal)
        while ((await applyPledgeLog(db)) > 0);
        while (await applyTallyChange(db));
        return contradictionsIn(pool, join(dataDir, 'media'))
      })
      // Without an Idempotency-Key, repeated requests may create the same thing twice.
      return [...(code === 0 ? [] : [`it ended with ${code}`]), ...found.filter((line) => !/^the same \w+ twice/.test(line))]
    },
    async close() {
      await product.kill()
      await images.stop()
      await database.drop()
      remove(dataDir)
    },
  }
}
export type Site = Awaited<ReturnType<typeof openSite>>

/** Inserts emails whose delivery was given up, and which wait for the operator. */
async function giveUp(db: Db): Promise<string[]> {
  const letter = JSON.stringify({ subject: 'Lost', preheader: 'Lost', paragraphs: ['It never arrived.'] })
  const expires_at = new Date(Date.now() + 86_400_000)
  const mails = Array.from({ length: 120 }, () => ({
    id: uuidv7(),
    kind: 'lost',
    address: 'nobody@fuzz.test',
    letter,
    tries: 8,
    expires_at,
    failed_at: new Date(),
  }))
  await db.insertInto('mail').values(mails).execute()
  return mails.map(({ id }) => id)
}

/**
 * Inserts invalidations that were stopped, and some that wait for consent and take nothing out. One that a request starts is done before another
 * request could stop it.
 */
async function addInvalidations(db: Db): Promise<{ stopped: string[]; proposed: string[] }> {
  const texts = { reason: 'Forty accounts within two minutes.', note: 'They were made automatically.' }
  const given = { ...texts, account_hours: 1, started_by: personId({ kind: 'moderator', number: 0 }), to_check: 0, campaign_ids: [] }
  const rows = (count: number, state: { state: string; consent: string | null }) => Array.from({ length: count }, () => ({ id: uuidv7(), ...given, ...state }))
  const [stopped, proposed] = [rows(120, { state: 'stopped', consent: null }), rows(60, { state: 'proposed', consent: 'second' })]
  await db
    .insertInto('invalidation')
    .values([...stopped, ...proposed])
    .execute()
  return { stopped: stopped.map(({ id }) => id), proposed: proposed.map(({ id }) => id) }
}

/** Inserts people who send no requests, so that moderators can suspend them. */
async function addOthers(db: Db): Promise<string[]> {
  const people = Array.from({ length: 60 }, () => ({ id: uuidv7(), display_name: 'Somebody else', bio: 'Sends no requests' }))
  await db.insertInto('person').values(people).execute()
  return people.map(({ id }) => id)
}

/** Inserts suspended people and the decisions that suspended them. These people send no requests. Returns the ids of decisions and people. */
async function decideAboutSome(db: Db): Promise<{ decision: string; person: string }[]> {
  const people = Array.from({ length: 20 }, () => ({ id: uuidv7(), display_name: 'Suspended', bio: 'Sends no requests', suspended_at: new Date() }))
  await db.insertInto('person').values(people).execute()
  const moderator_id = personId({ kind: 'moderator', number: 0 })
  const decided = { subject_kind: 'person', moderator_id, state: 'suspended' }
  const decisions = people.map(({ id }) => ({ id: uuidv7(), subject_id: id, author_id: id, ...decided }))
  await db.insertInto('moderation_decision').values(decisions).execute()
  return decisions.map(({ id, subject_id }) => ({ decision: id, person: subject_id }))
}

/** Inserts decisions about comments of members. The comments do not exist any more. Half of the decisions have an open appeal. */
async function decideAboutTexts(db: Db): Promise<{ id: string; author: Actor; appeal: string | null }[]> {
  const decided = Array.from({ length: 180 }, (_, number) => ({ id: uuidv7(), author: anyMember(number), appeal: number % 2 ? uuidv7() : null }))
  const words = { subject_kind: 'comment', moderator_id: personId({ kind: 'moderator', number: 0 }), state: 'removed' }
  const decisions = decided.map(({ id, author }) => ({ id, subject_id: uuidv7(), author_id: personId(author), ...words }))
  await db.insertInto('moderation_decision').values(decisions).execute()
  const appeals = decided.flatMap(({ id, author, appeal }) =>
    appeal ? [{ id: appeal, decision_id: id, author_id: personId(author), body: 'It is the address of a shop.' }] : [],
  )
  await db.insertInto('moderation_appeal').values(appeals).execute()
  return decided
}

/**
 * Installs triggers that discard two kinds of changes, because they would make the site refuse most later requests: every switch except the
 * banner, and changes of role or suspension of people who send requests.
 */
async function keepOpen(db: Db): Promise<void> {
  await sql`create function discard_row() returns trigger language plpgsql as $$ begin return null; end $$`.execute(db)
  await sql`create trigger stays_open before insert on site_switch for each row when (new.name <> 'banner') execute function discard_row()`.execute(db)
  await sql`create trigger stays_in before update of suspended_at, role on person for each row when (new.bio <> 'Sends no requests') execute function discard_row()`.execute(
    db,
  )
}

async function inStore<Found>(url: string, act: (store: Awaited<ReturnType<typeof openStore>>) => Promise<Found>): Promise<Found> {
  const store = await openStore({ url, onError: () => {} })
  try {
    await migrate(store)
    return await act(store)
  } finally {
    await store.close()
  }
}

type Call = (method: string, path: string, actor: Actor | null, body?: unknown) => Promise<any>

/** Creates a community with members, posts, comments, an invite and a ban. Every third community is private, and has requests to join too. */
async function furnishCommunity({ call, pools, number }: { call: Call; pools: Pools; number: number }): Promise<void> {
  const [owner, member, outcast]: Actor[] = [
    { kind: 'member', number: number % 20 },
    { kind: 'member', number: 20 + (number % 10) },
    { kind: 'member', number: 30 + (number % 10) },
  ]
  if (!owner || !member || !outcast) return
  const words = { name: `Shelf watchers ${number}`, slug: `shelf-watchers-${number}`, description: 'We look at shelves.' }
  const isPrivate = number % 3 === 0
  const { id, slug } = await call('POST', '/api/v1/communities', owner, { ...words, privacy: isPrivate ? 'private' : 'public' })
  pools.add('communities', id, owner)
  pools.add('slugs', slug, owner)
  const members = Array.from({ length: 5 }, (_, at): Actor => ({ kind: 'member', number: 20 + ((number + at) % 10) }))
  for (const each of members) await call('PUT', `/api/v1/communities/${id}/membership`, each, {})
  for (const each of members) pools.add('people', personId(each), null)
  for (const author of [owner, member]) {
    const picture = await call('POST', '/api/v1/media', author, await pictureForm())
    pools.add('media', picture.id, author)
    const words = { title: 'Look', body: ownWords('What I found on the shelf.'), mediaIds: [picture.id] }
    const post = await call('POST', `/api/v1/communities/${id}/posts`, author, words)
    pools.add('posts', post.id, author)
    const said = await call('POST', `/api/v1/posts/${post.id}/comments`, member, { body: ownWords('So have I.') })
    pools.add('comments', said.id, member)
    await call('POST', '/api/v1/reports', members[1] ?? null, { kind: 'comment', id: said.id, reason: 'spam' })
  }
  const reported = await call('GET', `/api/v1/communities/${id}/reports`, owner)
  for (const each of reported.items) pools.add('community cases', each.id, owner)
  const invite = await call('POST', `/api/v1/communities/${id}/invites`, owner, {})
  pools.add('invites', invite.id, owner)
  await call('PUT', `/api/v1/communities/${id}/bans/${personId(outcast)}`, owner, {})
  await call('PUT', `/api/v1/communities/${id}/mutes/${personId(outcast)}`, owner, { days: 7, reason: 'The same remark under every post.' })
  if (!isPrivate) return
  await call('PATCH', `/api/v1/communities/${id}`, owner, { approvesMembers: true })
  for (let number = 0; number < 10; number++) {
    const asker: Actor = { kind: 'member', number: 40 + number }
    await call('PUT', `/api/v1/communities/${id}/membership`, asker, {})
    pools.add('people', personId(asker), null)
  }
}

async function pictureForm(): Promise<FormData> {
  const form = new FormData()
  form.set('purpose', 'attachment')
  form.set('file', new File([new Uint8Array(await aPicture(64, 36))], 'shelf.png', { type: 'image/png' }))
  return form
}

/** Numbers of campaigns and communities. More of them would take longer than the requests of the short run. */
const [campaigns, communities] = isFull ? [200, 40] : [48, 12]

/** Creates some things of every kind that requests can refer to, through the public API. */
async function furnish(origin: string, pools: Pools): Promise<void> {
  async function call(method: string, path: string, actor: Actor | null, body?: unknown): Promise<any> {
    const response = await eventually(`${method} ${path} is answered`, () => answerTo({ method, path, actor, body }))
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  /** Null means try again: the request was refused because of load or a lock timeout, and nothing was written. */
  async function answerTo({ method, path, actor, body }: { method: string; path: string; actor: Actor | null; body: unknown }) {
    const response = await request(origin, { method, path, cookie: (actor && cookieOf(actor)) ?? undefined, body })
    if (response.status !== 503) return response
    await response.arrayBuffer()
    return null
  }
  for (const noun of ['targets?limit=100', 'causes', 'industries']) {
    const { items } = await call('GET', `/api/v1/${noun}`, null)
    for (const { id, slug } of items) {
      pools.add(noun.replace(/\?.*/, ''), id, null)
      pools.add('slugs', slug, null)
    }
  }
  for (let number = 0; number < campaigns; number++) {
    // People who have not confirmed their address only save drafts.
    const actor: Actor = { kind: (['member', 'moderator', 'unconfirmed'] as const)[number % 8] ?? 'member', number: number % 20 }
    const campaign = await call('POST', '/api/v1/campaigns', actor, aCampaignBody({ publish: number % 2 !== 0 }))
    pools.add('campaigns', campaign.id, actor)
    pools.add(`campaigns ${campaign.status}`, campaign.id, actor)
    if (campaign.slug) pools.add('slugs', campaign.slug, actor)
    pools.add('people', personId(actor), null)
    if (number % 2 === 0) continue
    const first = await call('POST', `/api/v1/campaigns/${campaign.id}/comments`, actor, { body: ownWords('I shop next door now.') })
    const answer = await call('POST', `/api/v1/campaigns/${campaign.id}/comments`, actor, { body: 'So do I.', parentId: first.id })
    const guest = await call('POST', `/api/v1/campaigns/${campaign.id}/comments`, anyMember(20 + (number % 20)), {
      body: ownWords('What about the other shop?'),
    })
    // All three get the organizer as owner in the pool, because only the organizer may hide the guest's comment.
    for (const { id } of [first, answer, guest]) pools.add('comments', id, actor)
    const said = await call('POST', `/api/v1/campaigns/${campaign.id}/chat`, actor, { body: 'Anybody here?' })
    pools.add('chat messages', said.id, actor)
    await call('POST', '/api/v1/reports', anyMember(20 + (number % 20)), { kind: 'comment', id: first.id, reason: 'spam' })
    const update = await call('POST', `/api/v1/campaigns/${campaign.id}/updates`, actor, { title: 'A shelf of our own', body: 'Next door has it too.' })
    pools.add('updates', update.id, actor)
    const { actions } = await call('GET', `/api/v1/campaigns/${campaign.id}/pledge`, actor)
    for (const { id } of actions) pools.add('actions', id, actor)
  }
  const reported = await call('GET', '/api/v1/moderation/reports', { kind: 'moderator', number: 0 })
  for (const { id } of reported.items) pools.add('cases', id, null)
  for (let number = 0; number < communities; number++) await furnishCommunity({ call, pools, number })
  // The owners have notifications by now, because their communities' members have asked to join and commented.
  for (let number = 0; number < 20; number++) {
    const owner: Actor = { kind: 'member', number }
    const { items } = await call('GET', '/api/v1/notifications?limit=10', owner)
    for (const { id } of items) pools.add('notifications', id, owner)
  }
  for (const { id, owner } of spareSessions) pools.add('sessions', id, owner)
  for (const email of signers) await call('POST', '/api/auth/sign-up/email', null, { name: 'Ada Signer', email, password: signersPassword })
}
