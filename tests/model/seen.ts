import { sql } from 'kysely'
import { call, type Person, theSite } from '#tests/support/site.ts'
import { people, type State, shownComments, supportersOf } from './model.ts'
import { answered, titleOf, type World } from './world.ts'

const read = (who: Person | null, path: string) => answered(() => call(who, 'GET', path))

/** The API's view of a world, in the form that `expected` gives to a state of the model. */
export async function seen(world: World) {
  const campaigns = []
  const comments: Record<string, unknown> = {}
  const tagOf = new Map([...world.said].map(([tag, id]) => [id, tag]))
  for (const id of world.ids) {
    const { status, body } = await read(world.persons.creator, `/campaigns/${id}`)
    if (status === 404) {
      campaigns.push({ status: 'gone' })
      continue
    }
    const pledges: Record<string, string> = {}
    for (const name of people) {
      const own = body.status === 'draft' ? null : (await read(world.persons[name], `/campaigns/${id}`)).body.viewer.pledge
      if (own) pledges[name] = own.state
    }
    const edits = (await read(world.persons.creator, `/campaigns/${id}/history?limit=100`)).body.items.length
    const { title, impact, supportersGoal, count } = body
    campaigns.push({ status: body.status, title, spend: impact.spendCents, goal: supportersGoal ?? 0, supporters: count.supporters, pledges, edits })
    const threads = (await read(world.persons.joiner, `/campaigns/${id}/comments?limit=100`)).body.items ?? []
    const answers = await Promise.all(threads.map(async (root: any) => (await read(null, `/comments/${root.id}/replies?limit=100`)).body.items))
    for (const one of [...threads, ...answers.flat()]) {
      comments[tagOf.get(one.id) ?? one.id] = {
        body: one.body,
        under: tagOf.get(one.parentId) ?? null,
        depth: one.depth,
        likes: one.likes,
        edited: one.isEdited,
      }
    }
  }
  return { campaigns, comments }
}

export function expected(state: State): Awaited<ReturnType<typeof seen>> {
  const campaigns = state.campaigns.map((campaign) => {
    if (campaign.status === 'gone') return { status: 'gone' }
    const { status, title, spend, goal, edits, pledges } = campaign
    return { status, title: titleOf(title), spend, goal, supporters: supportersOf(campaign), pledges, edits }
  })
  const comments = Object.fromEntries(
    shownComments(state).map((tag) => {
      const { under = null, depth = 0, reworded, removed, likes = [] } = state.comments[tag] ?? {}
      const body = removed ? '[deleted]' : reworded ? `${tag} reworded` : tag
      return [tag, { body, under, depth, likes: removed ? 0 : likes.length, edited: !removed && reworded === true }]
    }),
  )
  return { campaigns, comments }
}

/**
 * Recounts the stored counts of a world's campaigns and their target, in one statement and therefore one snapshot. Includes changes that the
 * leader has not applied yet. Returns one line for each difference.
 */
export async function miscounts(world: World): Promise<string[]> {
  const { store } = await theSite()
  const { rows } = await sql<{ what: string }>`
    with campaigns as (select c.* from campaign c where c.id = any(${world.ids}::uuid[])),
    subject as (select id from target where name = ${world.target}),
    wanted as (
      select p.person_id, count(*) as n from pledge p join campaigns c on c.id = p.campaign_id
      where c.status = 'active' and c.moderation is null and p.state = 'counted' group by p.person_id),
    stored as (
      select person_id, sum(n) as n from (
        select person_id, n from tally_supporter where subject_id in (select id from subject)
        union all
        select l.person_id, l.delta from pledge_log l where l.campaign_id = any(${world.ids}::uuid[])
        union all
        select p.person_id, t.delta from tally_change t join pledge p on p.campaign_id = t.campaign_id and p.state = 'counted' and p.counted_at <= t.until
        where t.subject_id in (select id from subject)) x group by person_id)
    select 'supporters of ' || c.id as what from campaigns c join campaign_stats s on s.campaign_id = c.id
      where s.supporters <> (select count(*) from pledge p where p.campaign_id = c.id and p.state = 'counted')
    union all select 'open although ended, or the other way round: ' || c.id from campaigns c join campaign_stats s on s.campaign_id = c.id where s.is_open <> (c.status = 'active')
    union all select 'rank of ' || c.id from campaigns c left join campaign_rank r on r.campaign_id = c.id
      where (c.status = 'draft') <> (r.campaign_id is null) or r.status <> c.status or r.target_id <> c.target_id
    union all select 'shares of ' || person_id || ': ' || coalesce(s.n, 0) || ' for ' || coalesce(w.n, 0) from wanted w full join stored s using (person_id)
      where coalesce(w.n, 0) <> coalesce(s.n, 0)
    union all select 'distinct supporters' from tally t join subject on subject.id = t.subject_id
      where t.supporters <> (select count(*) from tally_supporter s where s.subject_id = t.subject_id and s.n > 0)
    union all select 'active campaigns' from tally t join subject on subject.id = t.subject_id
      where t.campaigns <> (select count(*) from campaigns where status = 'active' and moderation is null)
    union all select 'statements of ' || c.id from campaigns c where (select count(*) from campaign_update u where u.campaign_id = c.id) > 1`.execute(store.db)
  return rows.map(({ what }) => what)
}
