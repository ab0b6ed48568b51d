import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openStore } from '#platform/server/store/open-store.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { makeDatabase } from '#tests/support/databases.ts'
import { figures, isFull } from '#tests/support/figures.ts'
import type { Person } from '#tests/support/ledger.ts'
import { eventually } from '#tests/support/load.ts'
import { aMailServer, type Received } from '#tests/support/mail-server.ts'
import { somePeople } from '#tests/support/people.ts'
import { aFolder, freePort, type Product, remove, startProduct } from '#tests/support/product.ts'
import { random } from '#tests/support/seed.ts'
import { send } from '#tests/support/visitor.ts'

const kills = isFull ? 50 : 3
/** More than one batch of the fan-out, so that some kills happen between batches. */
const supporters = 6_000
/** Number of supporters with a confirmed address. */
const mailed = 20
const folders: string[] = []
const server = await aMailServer()
afterAll(async () => {
  await server.stop()
  folders.forEach(remove)
})

test(`after ${kills} kills between acts and their delivery, every notification is in its bell once, and every email arrives with one Message-ID`, async () => {
  const dataDir = aFolder()
  folders.push(dataDir)
  const database = await makeDatabase()
  const port = await freePort()
  const start = () => startProduct({ dataDir, port, env: { ...server.env, DATABASE_URL: database.url } })
  const where = { url: database.url }

  let product = await start()
  const [creator, ...fans] = await somePeople({ product, count: 4, databaseUrl: database.url })
  if (!creator) throw new Error('nobody there')
  const { id } = await done(product, { who: creator, method: 'POST', path: '/campaigns', body: aCampaignBody({}) })
  await product.stop()
  await plantSupporters({ where, id, supporters })

  const reported: string[] = []
  let undelivered = 0
  let inBetween = 0
  let unsent = 0
  for (let round = 0; round < kills; round++) {
    product = await start()
    // The first kill is certain to fall between an act and its delivery, the third between the sending of an email and its acknowledgement.
    const release = round === 0 ? await lockNotifications(database.url) : round === 2 ? server.holdAnswers() : () => {}
    const received = server.mails.length
    reported.push((await done(product, { who: creator, method: 'POST', path: `/campaigns/${id}/updates`, body: { body: `Round ${round}` } })).id)
    const mine = await done(product, { who: creator, method: 'POST', path: `/campaigns/${id}/comments`, body: { body: `What of round ${round}?` } })
    // These requests may stay unanswered: every row that was written must lead to a notification, and nothing else may.
    const likes = fans.map((who) => done(product, { who, method: 'PUT', path: `/likes/campaign_comment/${mine.id}` }))
    const comments = fans.map((who) => done(product, { who, method: 'POST', path: `/campaigns/${id}/comments`, body: { body: `Round ${round}` } }))
    const acts = Promise.allSettled([...likes, ...comments])
    // On a slow machine every kill could otherwise come before the first comment.
    if (round === 0) await Promise.any(comments)
    // Some kills happen while mail is being sent.
    const isMailing = round % 3 === 2
    if (isMailing) await eventually('mail is being sent', () => server.mails.length > received, 60_000)
    await new Promise((resolve) => setTimeout(resolve, random() * (isMailing ? 40 : 200)))
    await product.kill()
    await release()
    await acts
    const { waiting, half, mails } = await leftBehind(database.url)
    undelivered += Math.min(1, waiting)
    inBetween += Math.min(1, half)
    unsent += Math.min(1, mails)
    // An email that was being sent at the kill stays leased for two minutes; this makes it due now.
    await queryRows(database.url, 'update mail set next_try_at = now()')
    // Each campaign may notify all supporters only a few times a day. This makes each round a new day.
    await queryRows(database.url, 'delete from notification_reach')
  }

  product = await start()
  await allDelivered(database.url)
  expect(await product.stop()).toBe(0)
  const found = await bellsIn({ where, id })
  await database.drop()
  const mails = mailsOf(server.mails.splice(0))
  const counts = { mails: mails.size, repeated: [...mails.values()].filter(({ times }) => times > 1).length }
  figures('notifications after kills', { kills, undelivered, inBetween, unsent, notifications: found.notifications, ...counts })
  expect(found.updates.filter((each) => reported.includes(each.id)).length).toBe(kills)
  for (const each of found.updates) expect(each).toMatchObject({ events: 1, told: supporters, people: supporters })
  for (const each of found.comments) expect(each).toMatchObject({ events: 1, told: 1 })
  for (const each of found.likes) expect(each).toMatchObject({ bells: 1, number: each.likes })
  expect(found.waiting).toBe(0)
  // Otherwise all kills came too early or too late, and nothing was tested.
  expect(found.comments.length).toBeGreaterThan(0)
  expect(undelivered).toBeGreaterThan(isFull ? kills / 5 : 0)
  expect(unsent).toBeGreaterThan(isFull ? kills / 5 : 0)
  const expected = [
    ...found.updates.flatMap((update) => found.addresses.map(({ email }) => `${email} updateId=${update.id}`)),
    ...found.comments.map((comment) => `${creator.id}@people.test commentId=${comment.id}`),
  ]
  expect([...mails.keys()].toSorted()).toEqual(expected.toSorted())
  expect([...mails].filter(([, { ids }]) => ids.size !== 1)).toEqual([])
}, 900_000)

type SentRequest = { who: Person; method: string; path: string; body?: unknown }

/** Repeats the request with the same idempotency key as long as the answer is 503. */
async function done(product: Product, { who, method, path, body }: SentRequest) {
  const call = { method, path: `/api/v1${path}`, cookie: who.cookie, body, key: randomUUID() }
  const answer = await eventually(`${method} ${path} is answered`, async () => {
    const given = await send(product, call)
    return given.status === 503 ? null : given
  })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status}`)
  return answer.body
}

type Where = { url: string }

/** Groups the emails by recipient and by the update or comment that they link to. */
function mailsOf(received: Received[]) {
  const mails = new Map<string, { ids: Set<string>; times: number }>()
  for (const { to, text, messageId } of received) {
    const about = /\b(?:updateId|commentId)=[0-9a-f-]{36}/.exec(text ?? '')?.[0]
    const known = mails.get(`${to} ${about}`) ?? { ids: new Set(), times: 0 }
    mails.set(`${to} ${about}`, { ids: known.ids.add(messageId ?? ''), times: known.times + 1 })
  }
  return mails
}

/** Most supporters have no address, which limits the emails that the test has to wait for. The acting people's addresses are confirmed. */
async function plantSupporters({ where, id, supporters }: { where: Where; id: string; supporters: number }) {
  const store = await openStore({ ...where, onError: () => {} })
  try {
    await store.pool.query(
      `with people as (
        insert into person (id, email, email_verified, display_name, first_name, last_name, counting_from)
        select gen_random_uuid(), case when n <= ${mailed} then 'supporter-' || n || '@mailed.test' end, n <= ${mailed}, 'Test P.', 'Test', 'Person', now()
        from generate_series(1, ${supporters}) as n returning id)
      insert into pledge (campaign_id, person_id, state, is_private) select '${id}', id, 'unconfirmed', true from people`,
    )
    await store.pool.query("update person set email_verified = true where email like '%@people.test'")
    // Keeps everybody below the daily limit of emails, so that each event is mailed separately.
    await store.pool.query('create function stay_empty() returns trigger language plpgsql as $$ begin new.sent := 0; return new; end $$')
    await store.pool.query('create trigger stay_empty before insert or update on notification_mailing for each row execute function stay_empty()')
  } finally {
    await store.close()
  }
}

async function queryRows<Row>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(query)
  await client.end()
  return rows
}

/** Until the returned function is called, no notification can be written. */
async function lockNotifications(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('begin; lock table notification in share mode')
  return () => client.end()
}

type Left = { waiting: number; half: number; mails: number; unmailed: number }
async function leftBehind(url: string): Promise<Left> {
  const [left] = await queryRows<Left>(
    url,
    `select (count(*) filter (where delivered_at is null))::int as waiting, (count(delivered_through) filter (where delivered_at is null))::int as half,
      (count(*) filter (where mailed_at is null))::int as unmailed, (select count(*)::int from mail) as mails from notification_event`,
  )
  if (!left) throw new Error('no answer')
  return left
}

/** Waits up to five minutes, longer than `eventually`: fifty kills leave much to deliver. */
async function allDelivered(url: string) {
  const end = Date.now() + 300_000
  for (;;) {
    const { unmailed, mails, waiting } = await leftBehind(url)
    if (waiting + unmailed + mails === 0) return
    if (Date.now() > end) throw new Error(`Not all was delivered within 300 s: ${unmailed} events, ${mails} mails`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function bellsIn({ where, id }: { where: Where; id: string }) {
  const store = await openStore({ ...where, onError: () => {} })
  const rowsOf = async (query: string) => (await store.pool.query(query)).rows
  try {
    const reported = `(select count(*)::int from notification n join notification_event e on e.id = n.event_id where`
    return {
      updates: await rowsOf(`select u.id, (select count(*)::int from notification_event e where e.update_id = u.id) as events,
        ${reported} e.update_id = u.id) as told, (select count(distinct n.person_id)::int from notification n join notification_event e on e.id = n.event_id where e.update_id = u.id) as people
        from campaign_update u where campaign_id = '${id}'`),
      comments: await rowsOf(`select s.id, (select count(*)::int from notification_event e where e.comment_id = s.id and e.type = 'campaign_comment') as events,
        ${reported} e.comment_id = s.id and e.type = 'campaign_comment') as told
        from comment s join campaign c on c.id = s.campaign_id where c.id = '${id}' and s.author_id <> c.creator_id`),
      likes: await rowsOf(`select l.comment_id, count(*)::int as likes, ${reported} e.comment_id = l.comment_id and e.type = 'comment_like') as bells,
        (select e.number from notification n join notification_event e on e.id = n.event_id where e.comment_id = l.comment_id and e.type = 'comment_like') as number
        from comment_like l group by l.comment_id`),
      addresses: await rowsOf("select email from person where email like '%@mailed.test'"),
      waiting: (await rowsOf('select count(*)::int as n from notification_event where delivered_at is null'))[0].n,
      notifications: (await rowsOf('select count(*)::int as n from notification'))[0].n,
    }
  } finally {
    await store.close()
  }
}
