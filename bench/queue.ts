import { v7 as uuidv7 } from 'uuid'
import { median, percentile } from './measure.ts'
import { sendAll } from './raw-client.ts'
import { openSite, type Site } from './site.ts'
import { atMost, reported, type Section } from './table.ts'

const openCases = 10_000
/** Number of open cases about comments in one community, which its owner can decide. */
const communityCases = 1_000
const closedReports = 20_000
const reads = 500
const claims = 200
/** Requests that are not counted, because they fill caches. */
const warmUp = 20

/** Measures the moderators' queue with many open cases, over HTTP with a session, one request after another. */
export async function queue(): Promise<Omit<Section, 'name' | 'failure'>> {
  const site = await openSite()
  try {
    const { moderator, owner, communityId } = await fill(site)
    const read = (cookie: string, path: string) => timesOf(site, cookie, Array(warmUp + reads).fill({ path }))
    const list = await read(moderator, '/moderation/reports')
    const community = await read(owner, `/communities/${communityId}/reports`)
    const summary = await read(moderator, '/moderation/reports/summary')
    const { rows } = await site.pool.query<{ id: string; subject_id: string }>(
      'select id, subject_id from report_case where opened_at is not null order by id limit $1',
      [claims + warmUp],
    )
    const claim = await timesOf(
      site,
      moderator,
      rows.map(({ id }) => ({ method: 'PUT', path: `/moderation/reports/${id}/claim`, body: {} })),
    )
    const keep = await timesOf(
      site,
      moderator,
      rows.map(({ subject_id: id }) => ({ method: 'POST', path: '/moderation/reports/keep', body: { kind: 'comment', id } })),
    )
    return {
      notes: [
        `${openCases.toLocaleString('en-US')} open cases about comments with up to three reports each, ${communityCases.toLocaleString('en-US')} of them in one community, ${closedReports.toLocaleString('en-US')} closed reports, ${reads} reads and ${claims} writes, one after another.`,
      ],
      rows: [
        atMost('list of the queue, p99', percentile(list, 0.99), 'ms', 20),
        reported('list of the queue, p50', median(list), 'ms'),
        atMost('list of the queue of a community, p99', percentile(community, 0.99), 'ms', 20),
        atMost('number of open cases and time to a decision, p99', percentile(summary, 0.99), 'ms', 20),
        atMost('claim of a case, p99', percentile(claim, 0.99), 'ms', 20),
        atMost('decision to keep, p99', percentile(keep, 0.99), 'ms', 20),
      ],
    }
  } finally {
    await site.close()
  }
}

/** Inserts comments, cases and reports, and returns the sessions of a moderator and of the community's owner. */
async function fill(site: Site): Promise<{ moderator: string; owner: string; communityId: string }> {
  const [owner = '', moderator = '', author = ''] = await site.people(3)
  const { id } = await site.publish(owner)
  const { pool } = site
  const tokenOf = (cookie: string) => decodeURIComponent(cookie.slice('holdout.session='.length)).split('.')[0]
  await pool.query(`update person set role = 'moderator' where id = (select person_id from auth_session where token = $1)`, [tokenOf(moderator)])
  const [communityId, postId] = [uuidv7(), uuidv7()]
  await pool.query(
    `with made as (insert into community (id, slug, name, description, privacy, owner_user_id)
       select $1, 'bench-queue', 'Bench queue', 'Its owner decides about reports', 'public', creator_id from campaign where id = $3 returning id, owner_user_id),
     member as (insert into community_member (community_id, person_id, role, status) select id, owner_user_id, 'owner', 'active' from made)
     insert into community_post (id, community_id, author_id, title, body, body_html) select $2, id, owner_user_id, 'Post', 'Post', '<p>Post</p>' from made`,
    [communityId, postId, id],
  )
  // The author is a third person: nobody decides about their own content, and reports about what an owner wrote go to the site alone.
  await pool.query(
    `insert into comment (id, root_id, depth, campaign_id, post_id, author_id, body, body_html)
     select id, id, 0, case when n > $3 then $1::uuid end, case when n <= $3 then $4::uuid end,
       (select person_id from auth_session where token = $5), 'Comment ' || n, '<p>Comment ' || n || '</p>'
     from (select gen_random_uuid() as id, n from generate_series(1, $2::int) as n) as made`,
    [id, openCases + closedReports, communityCases, postId, tokenOf(author)],
  )
  await pool.query(
    `with numbered as (select id, post_id, row_number() over (order by post_id nulls last, id) as n from comment where campaign_id = $1 or post_id = $3)
     insert into report_case (id, subject_kind, subject_id, community_id, opened_at, is_urgent, reporters, weight)
     select gen_random_uuid(), 'comment', id, case when post_id = $3 then $4::uuid end, case when n <= $2 then now() - n * interval '1 minute' end,
       n <= $2 and n % 20 = 0, case when n <= $2 then 1 + n % 3 else 0 end, case when n <= $2 then 1 + n % 3 else 0 end from numbered`,
    [id, openCases, postId, communityId],
  )
  await pool.query(
    `insert into report (id, case_id, reason, details, created_at, closed_at, outcome)
     select gen_random_uuid(), k.id, 'spam', 'It advertises watches.', coalesce(k.opened_at, ended.at - interval '2 days'),
       case when k.opened_at is null then ended.at end, case when k.opened_at is null then 'kept' end
     from report_case k cross join lateral (select now() - interval '1 day' * (hashtext(k.id::text) & 63) as at) as ended cross join lateral generate_series(1, greatest(k.reporters, 1))`,
  )
  await pool.query('analyze')
  return { moderator, owner, communityId }
}

/** Sends the requests of this person one after another, and returns the times of those after the warm-up. */
async function timesOf({ origin }: Site, cookie: string, requests: { method?: string; path: string; body?: object }[]): Promise<number[]> {
  const texts = requests.map(({ method = 'GET', path, body }) => {
    const text = body ? JSON.stringify(body) : ''
    const headers = [
      `host: ${new URL(origin).host}`,
      `cookie: ${cookie}`,
      `origin: ${origin}`,
      `idempotency-key: ${uuidv7()}`,
      'content-type: application/json',
    ]
    return `${method} /api/v1${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\ncontent-length: ${text.length}\r\n\r\n${text}`
  })
  const answers = await sendAll({ origin, connections: 1, requests: texts })
  const failed = answers.find(({ status }) => status !== 200)
  if (failed) throw new Error(`${requests[failed.sent]?.path} was answered with ${failed.status}`)
  return answers
    .toSorted((one, other) => one.sent - other.sent)
    .slice(warmUp)
    .map(({ ms }) => ms)
}
