import type pg from 'pg'
import { indexStatements, putConstraintsBack, takeOff } from './indexes.ts'

/** Existing rows to which `fillBells` adds supporters and notifications. */
export type Bells = {
  /** The campaign that everybody supports. */
  campaignId: string
  creatorId: string
  /** `fullId` has a full bell of mostly visible notifications; the newest notifications of `hiddenId` are no longer visible. */
  fullId: string
  hiddenId: string
}

export const bellSizes = { people: 1_000_000, full: 100_000, hidden: { all: 20_000, newest: 10_000 }, others: { events: 190, readers: 10_000 } }

const memory = "set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set synchronous_commit = off; set jit = off"
const tables = ['person', 'pledge', 'comment', 'notification', 'notification_event']

/** SQL for a UUID that grows with `n` and with time, as the product's ids do, and is the same on every run. */
const idOf = (kind: number, n: string) =>
  `(lpad(to_hex(${1_700_000_000_000 + kind * 1_000} + (${n})::bigint * 20000), 12, '0') || '7${kind}' || substr(md5('${kind} ' || (${n})), 1, 2) || '8' || substr(md5('${kind} ' || (${n})), 3, 15))::uuid`
const personOf = (n: string) => idOf(1, n)
const [ofFull, ofOthers, ofHidden] = [2, 3, 4]

/** Inserts a million supporters of one campaign and two million earlier notifications. */
export async function fillBells(pool: pg.Pool, given: Bells): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(memory)
    const off = await takeOff(client, tables)
    for (const statement of statements(given)) await client.query(statement)
    for (const table of tables) for (const statement of indexStatements(off, table)) await client.query(statement)
    await putConstraintsBack(client, off)
    await client.query('vacuum analyze')
  } finally {
    // Closes the connection, because its session settings must not reach later queries.
    client.release(true)
  }
}

function statements({ campaignId, creatorId, fullId, hiddenId }: Bells): string[] {
  const { people, full, hidden, others } = bellSizes
  const [comments, posts] = [20_000, 100]
  const communityOf = (privacy: string) => `(select id from community where slug = 'bench-${privacy}')`
  const postOf = (n: string) => `(select id from bench_post where place = (${n}) % ${posts} and privacy = `
  return [
    `insert into person (id, email, display_name, first_name, last_name, role, counting_from, is_established)
     select ${personOf('n')}, 'p' || n || '@people.test', 'Bench P.', 'Bench', 'Person', 'member', now(), true from generate_series(1, ${people}) n`,
    `insert into pledge (campaign_id, person_id, state, is_private, counted_at) select '${campaignId}', ${personOf('n')}, 'counted', false, now() from generate_series(1, ${people}) n`,
    // Half of them also support another campaign.
    `insert into pledge (campaign_id, person_id, state, is_private, counted_at)
     select (array(select id from campaign where id <> '${campaignId}' order by id))[1 + n % 9], ${personOf('n')}, 'counted', false, now() from generate_series(1, ${people}, 2) n`,
    `update campaign_stats set counted = counted + ${people}, counted_version = counted_version + 1 where campaign_id = '${campaignId}'`,
    `insert into community (id, name, slug, privacy, owner_user_id) select gen_random_uuid(), 'Bench ' || privacy, 'bench-' || privacy, privacy, '${creatorId}' from unnest(array['public', 'private']) privacy`,
    `insert into community_post (id, community_id, author_id, title, body, body_html)
     select gen_random_uuid(), c.id, '${creatorId}', 'Week ' || n, 'News.', '<p>News.</p>' from community c cross join generate_series(1, ${posts}) n where c.slug in ('bench-public', 'bench-private')`,
    `create temp table bench_post on commit preserve rows as
     select p.id, c.privacy, row_number() over (partition by c.id order by p.id) - 1 as place from community_post p join community c on c.id = p.community_id`,
    `insert into comment (id, campaign_id, author_id, depth, root_id, body, body_html)
     select id, '${campaignId}', '${fullId}', 0, id, 'I joined.', '<p>I joined.</p>' from (select ${idOf(5, 'n')} as id from generate_series(0, ${comments - 1}) n) as made`,
    // Notifications of `fullId`: likes of their comments and posts, and comments on their campaign. One in ten is about content that is no longer visible.
    `insert into notification_event (id, type, actor_id, campaign_id, comment_id, community_id, post_id, created_at, delivered_through, delivered_at, mailed_at)
     select ${idOf(ofFull, 'n')}, case when n % 10 < 6 then 'comment_like' when n % 10 < 8 then 'campaign_comment' else 'community_like' end, ${personOf('n')},
       case when n % 10 < 8 then '${campaignId}'::uuid end, case when n % 10 < 8 then ${idOf(5, `n % ${comments}`)} end,
       case when n % 10 = 8 then ${communityOf('public')} when n % 10 = 9 then ${communityOf('private')} end,
       case when n % 10 = 8 then ${postOf('n / 10')} 'public') when n % 10 = 9 then ${postOf('n / 10')} 'private') end, now(), null, now(), now()
     from generate_series(1, ${full}) n`,
    `insert into comment_like (comment_id, person_id) select comment_id, actor_id from notification_event where type = 'comment_like'`,
    `insert into community_post_like (post_id, person_id) select post_id, actor_id from notification_event where type = 'community_like'`,
    `insert into notification_event (id, type, actor_id, campaign_id, community_id, post_id, created_at, delivered_at, mailed_at)
     select ${idOf(ofHidden, 'n')}, case when n > ${hidden.all - hidden.newest} then 'community_like' else 'campaign_victory' end, ${personOf(`n + ${full}`)},
       case when n <= ${hidden.all - hidden.newest} then '${campaignId}'::uuid end, case when n > ${hidden.all - hidden.newest} then ${communityOf('private')} end,
       case when n > ${hidden.all - hidden.newest} then ${postOf('n')} 'private') end, now(), now(), now()
     from generate_series(1, ${hidden.all}) n`,
    `insert into notification_event (id, type, actor_id, campaign_id, created_at, delivered_at, mailed_at)
     select ${idOf(ofOthers, 'n')}, 'campaign_victory', '${creatorId}', '${campaignId}', now(), now(), now() from generate_series(1, ${others.events}) n`,
    `insert into notification (person_id, event_id, is_read) select '${fullId}', ${idOf(ofFull, 'n')}, false from generate_series(1, ${full}) n`,
    `insert into notification (person_id, event_id, is_read) select '${hiddenId}', ${idOf(ofHidden, 'n')}, false from generate_series(1, ${hidden.all}) n`,
    `insert into notification (person_id, event_id, is_read)
     select ${personOf(`r * ${people / others.readers} + n % ${people / others.readers} + 1`)}, ${idOf(ofOthers, 'n')}, n % 2 = 0
     from generate_series(1, ${others.events}) n cross join generate_series(0, ${others.readers - 1}) r`,
  ]
}
