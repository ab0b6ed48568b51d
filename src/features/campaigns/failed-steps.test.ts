import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { aCampaign, aPerson, call, theSite } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'
import type { StepFailure } from './validation/terms.ts'

// Simulates a database failure at one step: rows with this name are not inserted.
const broken = 'Broken here'
const columns = {
  target: 'name',
  industry: 'name',
  cause: 'name',
  campaign: 'title',
  campaign_source: 'description',
  campaign_action: 'action_text',
  campaign_alternative: 'name',
}

beforeAll(async () => {
  const { store } = await theSite()
  await store.pool.query(`create function break_step() returns trigger language plpgsql as $$ begin
    if to_jsonb(new) ->> tg_argv[0] like '${broken}%' then raise exception 'broken' using errcode = 'XX000'; end if;
    if to_jsonb(new) ->> tg_argv[0] like 'Nobody made%' then
      raise exception 'gone' using errcode = '23503', constraint = 'campaign_creator_id_fkey'; end if;
    return new; end $$`)
  for (const [table, column] of Object.entries(columns))
    await store.pool.query(`create trigger break_step before insert or update on ${table} for each row execute function break_step('${column}')`)
})
afterAll(async () => {
  await (await theSite()).store.pool.query('drop function break_step cascade')
})

const cases: [StepFailure, string, Record<string, unknown>][] = [
  ['CAMPAIGN_FAILED', 'create campaign', { title: `${broken} and there` }],
  ['TARGET_FAILED', 'create target', { target: { name: `${broken} Ltd` } }],
  ['INDUSTRY_FAILED', 'create industry', { target: { name: 'Made for nothing', industry: { name: `${broken} trade` } } }],
  ['CAUSE_FAILED', 'create cause', { causes: [{ name: `${broken} cause` }] }],
  ['SOURCE_FAILED', 'add source', { sources: [{ url: 'https://a.example/', description: broken }] }],
  ['ACTION_FAILED', 'add action', { actions: [broken] }],
  ['ALTERNATIVE_FAILED', 'add alternative', { alternatives: [{ name: broken }] }],
]

test.each(cases)('%s: the failed step is reported, and nothing of the attempt is stored', async (code, words, changes) => {
  const creator = await aPerson()
  const { status, body } = await call(creator, 'POST', '/campaigns', { body: aCampaignBody(changes) })
  expect([status, body]).toEqual([500, { code, status: 500, message: expect.stringMatching(`^Failed to ${words}: `), data: null }])
  const { db } = (await theSite()).store
  expect(await db.selectFrom('campaign').select('id').where('creator_id', '=', creator.id).execute()).toEqual([])
  expect(await db.selectFrom('target').select('id').where('name', '=', 'Made for nothing').execute()).toEqual([])
})

test('the failed step is also reported when a draft is saved, changed or published', async () => {
  const creator = await aPerson()
  const saved = await call(creator, 'POST', '/campaigns', { body: aCampaignBody({ publish: false, actions: [broken] }) })
  expect(saved.body.code).toBe('ACTION_FAILED')
  const draft = await aCampaign(creator, { publish: false, causes: [{ name: `${broken} later` }] })
  const changed = await call(creator, 'PATCH', `/campaigns/${draft.id}`, { body: { alternatives: [{ name: broken }] } })
  expect(changed.body.code).toBe('ALTERNATIVE_FAILED')
  expect((await call(creator, 'POST', `/campaigns/${draft.id}/publish`, { body: {} })).body.code).toBe('CAUSE_FAILED')
  expect((await call(creator, 'GET', `/campaigns/${draft.id}`)).body.status).toBe('draft')
})

test('a creator whose row is missing gets the message that the profile is not set up', async () => {
  const { status, body } = await call(await aPerson(), 'POST', '/campaigns', { body: aCampaignBody({ title: 'Nobody made this one' }) })
  expect([status, body.code, body.message]).toEqual([409, 'PROFILE_INCOMPLETE', 'Your profile is not fully set up. Please refresh the page and try again.'])
})

/** Makes inserts into this table fail while `act` runs. */
async function withBroken<Result>(table: string, act: () => Promise<Result>): Promise<Result> {
  const { store } = await theSite()
  await store.pool.query(`create or replace function break_all() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`)
  await store.pool.query(`create trigger break_all before insert on ${table} for each row execute function break_all()`)
  return act().finally(() => store.pool.query('drop function break_all cascade'))
}

test('a cause that cannot be linked is reported', async () => {
  const creator = await aPerson()
  const body = aCampaignBody({ causes: [{ name: `Linked to nothing ${creator.id.slice(-8)}` }] })
  const answer = await withBroken('campaign_cause', () => call(creator, 'POST', '/campaigns', { body }))
  expect(answer).toMatchObject({ status: 500, body: { code: 'CAUSE_LINK_FAILED', message: expect.stringMatching(/^Failed to link cause: /) } })
})

test('a picture that cannot be attached is reported, and nothing is posted', async () => {
  const person = await aPerson()
  const { id } = await aCampaign(person)
  const picture = await uploaded(person)
  const body = { body: 'Look at this.', mediaIds: [picture.id] }
  const answer = await withBroken('attachment', () => call(person, 'POST', `/campaigns/${id}/comments`, { body }))
  expect(answer).toMatchObject({ status: 500, body: { code: 'ATTACHMENT_FAILED', message: 'Failed to create attachment record' } })
  expect((await call(null, 'GET', `/campaigns/${id}/comments`)).body.items).toEqual([])
})
