import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { refreshRanks } from '#features/campaigns/server/jobs.ts'
import { refreshActivity } from '#features/directory/server/activity-refs.ts'
import { refreshEntryRanks } from '#features/pledges/tallies/server/public.ts'
import { applyPledgeLog } from '#features/pledges/tallies/server/tally.ts'
import { differences } from '#main/operations/recount.ts'
import { openListener } from '#tests/support/live-listener.ts'
import { waitingFor } from '#tests/support/locks.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { anOldPerson, tryToJoin } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'
import { takeDueSteps } from './server/steps.ts'

// A site of its own, because the tests compare the numbers of the whole site.
ownSite({}, { isPatient: true })

type Campaign = { id: string; slug: string }

let creator: Person
beforeAll(async () => {
  creator = await aPerson()
})

const run = async (query: ReturnType<typeof sql>) => (await query.execute((await theSite()).store.db)).rows as any[]
const countQuietly = ({ id }: Campaign, every: string) => call(creator, 'PUT', `/campaigns/${id}/quiet`, { body: { every } })
const join = (who: Person, campaign: Campaign) => tryToJoin(who, campaign, { isPrivate: false })
const detach = (who: Person, { id }: Campaign) => call(who, 'DELETE', `/campaigns/${id}/pledge`)
const reach = async ({ id }: Campaign) => (await call(creator, 'GET', `/campaigns/${id}/updates/reach`)).body.people
const midnight = (daysAgo: number) => new Date(Math.floor(Date.now() / 86_400_000 - daysAgo) * 86_400_000)

/** A person whose account is a week old and whose address is confirmed, so that they may disconnect a pledge. */
test('no public answer, score or cursor has the time of a join more exactly than the hour or the day', async () => {
  const { db } = (await theSite()).store
  const [early, late] = [await aCampaign(creator), await aCampaign(creator)]
  const joiner = await aPerson()
  for (const [campaign, minutes] of [
    [early, 605.1],
    [late, 655.7],
  ] as const) {
    await join(joiner, campaign)
    const at = new Date(midnight(1).getTime() + minutes * 60_000)
    await run(sql`update pledge set created_at = ${at}, counted_at = ${at} where campaign_id = ${campaign.id}`)
    await run(sql`update campaign_day set day = ${midnight(1).toISOString().slice(0, 10)} where campaign_id = ${campaign.id}`)
  }
  await refreshRanks(db)
  await refreshEntryRanks(db)
  await refreshActivity(db)
  const [one, other] = await run(sql`select score from campaign_rank where campaign_id = any(${[early.id, late.id]}::uuid[])`)
  expect(one.score).toBeCloseTo(other.score, 4)
  const { slug } = (await call(null, 'GET', `/campaigns/${early.slug}`)).body.target
  const { items } = (await call(null, 'GET', `/subjects/targets/${slug}/activity`)).body
  expect(items.map(({ at }: { at: string }) => at)).toEqual(items.map(() => midnight(0).toISOString()))
  expect(items.length).toBeGreaterThan(0)
  const first = (await call(null, 'GET', `/profiles/${joiner.id}/pledges?limit=1`)).body
  const second = (await call(null, 'GET', `/profiles/${joiner.id}/pledges?limit=1&cursor=${first.nextCursor}`)).body
  const pledges = [...first.items, ...second.items]
  expect(pledges.map(({ campaign }) => campaign.slug).sort()).toEqual([early.slug, late.slug].sort())
  for (const { joinedAt } of pledges) expect(joinedAt).toBe(midnight(1).toISOString())
  expect(Buffer.from(first.nextCursor, 'base64url').toString()).toContain(' 00:00:00+00')
})

test('disconnecting a pledge that waits for the next step does not publish it', async () => {
  const campaign = await aCampaign(creator)
  const joiner = await anOldPerson()
  await countQuietly(campaign, 'day')
  await join(joiner, campaign)
  expect((await detach(joiner, campaign)).status).toBe(200)
  const rows = await run(sql`
    select p.counted_at > s.quiet_at as waits from pledge p join campaign_stats s using (campaign_id) where p.campaign_id = ${campaign.id} and p.is_detached`)
  expect(rows).toEqual([{ waits: true }])
})

test('the creator of a quiet campaign learns neither from their bell nor from the reach of an update that somebody has left or hidden a pledge', async () => {
  const { origin } = await theSite()
  const [quiet, live] = [await aCampaign(creator), await aCampaign(creator)]
  const [leaver, hider, marker] = [await anOldPerson(), await anOldPerson(), await aPerson()]
  for (const campaign of [quiet, live]) for (const one of [leaver, hider, marker]) await join(one, campaign)
  const both = sql`campaign_id in (${quiet.id}, ${live.id})`
  // The events of these joins are deleted once they are delivered, because delivering them locks the same rows.
  const isDelivered = sql<{ is: boolean }>`
    select not exists (select from pledge_log where ${both}) and not exists (select from notification_event where ${both} and delivered_at is null) as is`
  const { db } = (await theSite()).store
  await until(async () => (await isDelivered.execute(db)).rows[0]?.is)
  await run(sql`delete from notification_event where ${both}`)
  const named = (campaign: Campaign, { id }: Person) =>
    run(sql`insert into notification_event (type, campaign_id, actor_id, delivered_at) values ('pledge', ${campaign.id}, ${id}, now())`)
  for (const one of [leaver, hider]) await named(quiet, one)
  await named(live, marker)
  await countQuietly(quiet, 'hour')
  const bell = await openListener(origin, ['me'], { who: creator })
  await until(bell.hasBegun)
  const rewordings = () => bell.events.filter(({ topic, data }) => topic === 'me' && data.isReworded === true).length
  expect(await reach(quiet)).toBe(3)
  const hide = (who: Person, { id }: Campaign) => call(who, 'PATCH', `/campaigns/${id}/pledge`, { body: { isPrivate: true } })
  for (const campaign of [quiet, live]) {
    expect((await hide(hider, campaign)).status).toBe(200)
    expect((await detach(leaver, campaign)).status).toBe(200)
  }
  expect(await reach(quiet)).toBe(3)
  // The only signal is about the person whom a notification of the live campaign names; earlier ones would have arrived before it.
  await hide(marker, live)
  await until(() => rewordings() > 0)
  expect(rewordings()).toBe(1)
  bell.close()
})

test('a step that is due looks again under the lock: a changed campaign and one whose step was just taken keep their numbers', async () => {
  const { db } = (await theSite()).store
  const campaign = await aCampaign(creator)
  await countQuietly(campaign, 'day')
  const quietAt = async () => (await run(sql`select quiet_at from campaign_stats where campaign_id = ${campaign.id}`))[0].quiet_at
  const [before, due] = [await quietAt(), new Date(Date.now() + 1_000)]
  await run(sql`update campaign_stats set quiet_until = ${due} where campaign_id = ${campaign.id}`)
  const steps = await db.transaction().execute(async (tx) => {
    await sql`select from campaign_stats where campaign_id = ${campaign.id} for update`.execute(tx)
    await until(async () => Date.now() > due.getTime())
    const taken = takeDueSteps(db)
    // Both this and the step of the site's own job.
    await waitingFor(tx, 2)
    await sql`update campaign_stats set quiet_until = now() + interval '1 day' where campaign_id = ${campaign.id}`.execute(tx)
    return { taken }
  })
  expect(await steps.taken).toEqual([])
  expect(await quietAt()).toEqual(before)
})

test('a supporter of several campaigns who disconnects a pledge moves the totals at the next step only, and leaves no row behind', async () => {
  const { store } = await theSite()
  const [quiet, other, moved] = [await aCampaign(creator), await aCampaign(creator), await aCampaign(creator)]
  const leaver = await anOldPerson()
  for (const campaign of [quiet, other, moved]) await join(leaver, campaign)
  await applyPledgeLog(store.db, { telling: true })
  const stats = async () => (await call(null, 'GET', '/stats')).body.supporters
  const before = await stats()
  for (const campaign of [quiet, moved]) {
    await countQuietly(campaign, 'day')
    expect((await detach(leaver, campaign)).status).toBe(200)
  }
  // Joining and disconnecting again publishes nothing either.
  await join(leaver, quiet)
  expect((await detach(leaver, quiet)).status).toBe(200)
  await applyPledgeLog(store.db, { telling: true })
  expect([await stats(), await differences(store)]).toEqual([before, []])

  // The move to another cause and the end take the person along, who is still counted there.
  expect((await call(creator, 'PATCH', `/campaigns/${moved.id}`, { body: { causes: [{ name: 'Watched causes' }] } })).status).toBe(200)
  await until(async () => (await run(sql`select 1 from tally_change`)).length === 0)
  expect((await call(null, 'GET', '/causes/watched-causes')).body.numbers.supporters).toBe(2)
  expect([await stats(), await differences(store)]).toEqual([before, []])

  for (const { id } of [quiet, moved]) {
    await run(sql`update campaign_stats set quiet_until = now() - interval '1 second' where campaign_id = ${id}`)
    await until(async () => (await run(sql`select 1 from campaign_stats where campaign_id = ${id} and quiet_until > now()`)).length === 1)
  }
  while ((await applyPledgeLog(store.db, { telling: true })) > 0);
  await until(async () => (await run(sql`select 1 from pledge_log where campaign_id = any(${[quiet.id, moved.id]}::uuid[])`)).length === 0)
  expect(await differences(store)).toEqual([])
  expect(await stats()).toBe(before + 2)
  expect((await call(null, 'GET', '/causes/watched-causes')).body.numbers.supporters).toBe(2)
  const under = sql`select person_id from tally_supporter t join cause k on k.id = t.subject_id where k.name = 'Watched causes'`
  expect((await run(under)).map(({ person_id }) => person_id)).not.toContain(leaver.id)
})
