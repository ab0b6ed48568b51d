import { v7 as uuidv7 } from 'uuid'
import { uploadedTo } from '#tests/support/http.ts'
import { costOf } from './cost.ts'
import { median, pause, percentile } from './measure.ts'
import { openSite, type Site } from './site.ts'
import { atMost, reported, type Section } from './table.ts'

const hidden = 100
const hiddenCampaigns = 30
const [newAccounts, attempts, attackMs] = [300, 1_000, 60_000]
const revalidations = 20_000
const goneWithinMs = 10_000
const alarmWithinMs = 130_000

/** Measures how soon a hidden comment or campaign is gone from another process, and what a crowd of new accounts can do to one discussion. */
export async function moderation(): Promise<Omit<Section, 'name' | 'failure'>> {
  const site = await openSite()
  try {
    const { comments, campaigns } = await goneTimes(site)
    const { published, alarmMs, pages } = await crowd(site)
    const revalidated = await revalidationCost(site)
    return {
      notes: [
        `${hidden} comments, hidden by a moderator on one process and read by a visitor on a second one (API and page) until they are gone. The time begins with the moderator's request.`,
        `${hiddenCampaigns} campaigns, hidden the same way and read until they are gone from their page, the API's list, search, suggestions, the page of their target and the sitemap.`,
        `${attempts} comments of ${newAccounts} new accounts on one campaign within ${attackMs / 1_000} s, ten times as fast as the goal says. A visitor reads the campaign's page meanwhile.`,
        `Browsers keep pictures of people for a minute and then ask whether they are unchanged: ${revalidations} such requests for one picture on 16 connections, all answered 304. That is the price of max-age=60.`,
      ],
      rows: [
        atMost('hidden comment is gone from another process, p99', percentile(comments, 0.99), 'ms', 1_000),
        reported('hidden comment is gone from another process, p50', median(comments), 'ms'),
        atMost('hidden campaign is gone from another process, p99', percentile(campaigns, 0.99), 'ms', 1_000),
        reported('hidden campaign is gone from another process, p50', median(campaigns), 'ms'),
        atMost('comments of new accounts that are public', published, '', 60),
        atMost('first comment to the moderators’ notification', alarmMs / 1_000, 's', 60),
        atMost('page of the campaign meanwhile, p95', percentile(pages, 0.95), 'ms', 500),
        reported('unchanged picture asked for again (304), CPU of one', revalidated, 'ms'),
      ],
    }
  } finally {
    await site.close()
  }
}

async function aModerator(site: Site): Promise<string> {
  const [cookie = ''] = await site.people(1)
  const token = decodeURIComponent(cookie.slice('holdout.session='.length)).split('.')[0]
  await site.pool.query(`update person set role = 'moderator' where id = (select person_id from auth_session where token = $1)`, [token])
  return cookie
}

async function goneTimes(site: Site): Promise<{ comments: number[]; campaigns: number[] }> {
  const second = await openSite({ url: site.url, pool: site.pool })
  try {
    return { comments: await goneComments(site, second), campaigns: await goneCampaigns(site, second) }
  } finally {
    await second.close()
  }
}

async function goneComments(site: Site, second: Site): Promise<number[]> {
  const [creator = '', author = ''] = await site.people(2)
  const moderator = await aModerator(site)
  const { id, slug } = await site.publish(creator)
  const times: number[] = []
  for (let n = 0; n < hidden; n++) {
    const text = `Comment ${uuidv7()}`
    const comment = JSON.parse((await send(site, { cookie: author, method: 'POST', path: `/campaigns/${id}/comments`, body: { body: text } })).text)
    const places = [`/api/v1/campaigns/${id}/comments`, `/campaigns/${slug}?tab=discussion`].map((path) => ({ path, text }))
    times.push(await timeToHide(site, second, { moderator, path: `/comments/${comment.id}/moderation`, places }))
  }
  return times
}

async function goneCampaigns(site: Site, second: Site): Promise<number[]> {
  const moderator = await aModerator(site)
  const campaigns: { id: string; word: string }[] = []
  for (const creator of await site.people(hiddenCampaigns)) {
    const word = `w${uuidv7().slice(-12)}`
    campaigns.push({ ...(await site.publish(creator, { title: `Campaign ${word}` })), word })
  }
  const times: number[] = []
  // The newest first, so that each is on the first page of the list.
  for (const { id, word } of campaigns.toReversed()) {
    const { slug, target } = JSON.parse(await textOf(second, `/api/v1/campaigns/${id}`))
    const [part = ''] = (await textOf(second, '/sitemap.xml')).match(/\/sitemaps\/campaigns[^<]*/) ?? []
    const pages = [
      `/campaigns/${slug}`,
      '/api/v1/campaigns?sort=newest',
      `/api/v1/search?q=${word}`,
      `/api/v1/search/preview?q=${word}`,
      `/targets/${target.slug}`,
    ]
    const places = [...pages.map((page) => ({ path: page, text: `Campaign ${word}` })), { path: part, text: slug }]
    times.push(await timeToHide(site, second, { moderator, path: `/campaigns/${id}/moderation`, places }))
  }
  return times
}

/** Hides content once the second process shows its text in all places, and returns the milliseconds until no place shows it. */
async function timeToHide(site: Site, second: Site, given: { moderator: string; path: string; places: { path: string; text: string }[] }) {
  const { moderator, path, places } = given
  const shown = () => Promise.all(places.map(async (place) => (await textOf(second, place.path, [200, 404])).includes(place.text)))
  await until(async () => (await shown()).every(Boolean), goneWithinMs)
  const before = performance.now()
  await send(site, { cookie: moderator, method: 'PUT', path, body: { state: 'hidden', rule: 'spam', reason: 'It advertises.' } })
  await until(async () => !(await shown()).some(Boolean), goneWithinMs)
  return performance.now() - before
}

/** `alarmMs`: from the first comment to the notification in a moderator's bell. */
async function crowd(site: Site): Promise<{ published: number; alarmMs: number; pages: number[] }> {
  const [creator = ''] = await site.people(1)
  const moderator = await aModerator(site)
  const { id, slug } = await site.publish(creator)
  const accounts = await site.people(newAccounts)
  const tokens = accounts.map((cookie) => decodeURIComponent(cookie.slice('holdout.session='.length)).split('.')[0])
  await site.pool.query(`update person set is_established = false where id in (select person_id from auth_session where token = any($1::text[]))`, [tokens])
  const began = performance.now()
  let isOver = false
  const pages: number[] = []
  const reading = (async () => {
    while (!isOver) {
      const before = performance.now()
      await textOf(site, `/campaigns/${slug}`)
      pages.push(performance.now() - before)
      await pause(50)
    }
  })()
  const alarm = (async () => {
    await until(async () => (await send(site, { cookie: moderator, method: 'GET', path: '/notifications' })).text.includes('queue_waiting'), alarmWithinMs, 500)
    return performance.now() - began
  })()
  const writing = []
  for (let n = 0; n < attempts; n++) {
    writing.push(
      send(
        site,
        { cookie: accounts[n % newAccounts] ?? '', method: 'POST', path: `/campaigns/${id}/comments`, body: { body: `Buy elsewhere ${uuidv7()}` } },
        [201, 429],
      ),
    )
    await pause(attackMs / attempts)
  }
  await Promise.all(writing)
  isOver = true
  const [alarmMs] = await Promise.all([alarm, reading])
  const { rows } = await site.pool.query<{ number: number }>('select count(*)::int as number from comment where campaign_id = $1 and removed_at is null', [id])
  return { published: rows[0]?.number ?? 0, alarmMs, pages }
}

/** CPU time of one request for a picture that the browser has and must ask about. */
async function revalidationCost(site: Site): Promise<number> {
  const [cookie = ''] = await site.people(1)
  const { id, url } = await uploadedTo(site.origin, cookie, { width: 200, height: 200, purpose: 'avatar' })
  const path = new URL(url, site.origin).pathname
  await send(site, { cookie, method: 'PATCH', path: '/me/settings', body: { avatarMediaId: id } })
  const etag = (await fetch(`${site.origin}${path}`)).headers.get('etag')
  if (!etag) throw new Error(`${path} has no ETag`)
  const load = { origin: site.origin, pid: site.pid, paths: [path], connections: 16, headers: { 'if-none-match': etag }, isUnchanged: true }
  await costOf({ ...load, amount: 1_000 })
  return (await costOf({ ...load, amount: revalidations })).cpuMs
}

async function until(isTrue: () => Promise<boolean>, withinMs: number, everyMs = 5): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`It was not so within ${withinMs} ms`)
    await pause(everyMs)
  }
}

async function textOf({ origin }: Site, path: string, accepted = [200]): Promise<string> {
  const response = await fetch(`${origin}${path}`, { headers: { accept: path.startsWith('/api') ? 'application/json' : 'text/html' } })
  const text = await response.text()
  if (!accepted.includes(response.status)) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
  return text
}

type ApiCall = { cookie: string; method: string; path: string; body?: object }

async function send({ origin }: Site, { cookie, method, path, body }: ApiCall, accepted = [200, 201]): Promise<{ text: string }> {
  const headers = { cookie, origin, 'idempotency-key': uuidv7(), ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(`${origin}/api/v1${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
  const text = await response.text()
  if (!accepted.includes(response.status)) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return { text }
}
