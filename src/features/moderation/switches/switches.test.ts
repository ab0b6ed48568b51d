import { beforeAll, expect, test } from 'vitest'
import { countPerson } from '#features/pledges/server/confirm.ts'
import { openAddressKey } from '#features/pledges/server/public.ts'
import { turnIn, turnSwitch } from '#main/operations/switch.ts'
import { serve } from '#main/serve.ts'
import { readConfig } from '#platform/server/config.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { postComment } from '#tests/support/comments.ts'
import { aCommunity } from '#tests/support/communities.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { supportersOf } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'

let admin: Person
let member: Person

// A site of its own, because a switch concerns everybody.
ownSite()
beforeAll(async () => {
  admin = await aPerson({ role: 'admin' })
  member = await aPerson()
})

const reason = 'Hundreds of accounts are made at this moment.'
const turn = (name: string, isOn: boolean, more: Record<string, unknown> = {}) => call(admin, 'PUT', `/switches/${name}`, { body: { isOn, reason, ...more } })
const comment = (who: Person, id: string) => postComment(who, id, 'They have not answered.')

async function signUp(email: string) {
  const { origin } = await theSite()
  const response = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Nora Nolan', email, username: '', password: 'a long enough sentence' }),
  })
  return { status: response.status, body: await response.json() }
}

test('while the site is read-only, moderators can write and everybody else can only read, sign in and write to the operator', async () => {
  const { origin } = await theSite()
  const campaign = await aCampaign(member)
  expect((await turn('read_only', true)).status).toBe(200)

  const joiner = await aPerson()
  const refused = await call(joiner, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
  expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 409, code: 'READ_ONLY' })
  expect(refused.body.data.text).toContain('read-only')
  expect((await signUp('nora-read-only@people.test')).body.code).toBe('READ_ONLY')
  const visitor = await fetch(`${origin}/campaigns/${campaign.id}/join`, { method: 'POST', headers: { origin }, redirect: 'manual' })
  expect(visitor.headers.get('location')).toBe(`/campaigns/${campaign.id}`)
  expect((await call(joiner, 'GET', `/campaigns/${campaign.id}`)).status).toBe(200)
  expect((await call(null, 'POST', '/contact', { body: { category: 'general', email: 'a@people.test', message: 'What happened?' } })).body.code).not.toBe(
    'READ_ONLY',
  )
  const moderator = await aPerson({ role: 'moderator' })
  expect((await call(moderator, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })).status).toBe(200)

  expect((await turn('read_only', false)).status).toBe(200)
  expect((await call(joiner, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })).status).toBe(200)
})

test('while no accounts are created, a sign-up is refused alike for a known and an unknown address', async () => {
  const known = await aPerson()
  await turn('no_sign_up', true)
  const [one, other] = [await signUp(`${known.id}@people.test`), await signUp('nora-closed@people.test')]
  expect(one).toEqual(other)
  expect({ status: one.status, code: one.body.code }).toEqual({ status: 409, code: 'SIGN_UP_CLOSED' })
  await turn('no_sign_up', false)
  expect((await signUp('nora-closed@people.test')).status).toBe(200)
})

test('while no campaigns are published, drafts can be saved and keep their content', async () => {
  await turn('no_new_campaigns', true)
  const published = await call(member, 'POST', '/campaigns', { body: aCampaignBody() })
  expect({ status: published.status, code: published.body.code }).toEqual({ status: 409, code: 'PUBLISHING_CLOSED' })
  const draft = await call(member, 'POST', '/campaigns', { body: aCampaignBody({ publish: false }) })
  expect(draft.status).toBe(201)
  expect((await call(member, 'POST', `/campaigns/${draft.body.id}/publish`, { body: {} })).body.code).toBe('PUBLISHING_CLOSED')
  await turn('no_new_campaigns', false)
  expect((await call(member, 'POST', `/campaigns/${draft.body.id}/publish`, { body: {} })).status).toBe(200)
})

test('joining one campaign can be paused, and the others and the count stay as they are', async () => {
  const [paused, other] = [await aCampaign(member), await aCampaign(member)]
  expect((await turn('joining_paused', true, { campaign: paused.slug })).status).toBe(200)
  const joiner = await aPerson()
  const refused = await call(joiner, 'PUT', `/campaigns/${paused.id}/pledge`, { body: {} })
  expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 409, code: 'JOINING_PAUSED' })
  expect((await call(joiner, 'PUT', `/campaigns/${other.id}/pledge`, { body: {} })).status).toBe(200)
  expect(await supportersOf(paused)).toBe(1)
  await turn('joining_paused', false, { campaign: paused.id })
  expect((await call(joiner, 'PUT', `/campaigns/${paused.id}/pledge`, { body: {} })).status).toBe(200)
})

test('a pledge that is confirmed while joining is paused counts when joining is resumed, and its person reads why it waits', async () => {
  const campaign = await aCampaign(member)
  const waiting = await aPerson({ isCounted: false })
  const pledge = async () => (await call(waiting, 'GET', `/campaigns/${campaign.id}/pledge`)).body
  expect((await call(waiting, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })).body.pledge.state).toBe('unconfirmed')
  await turn('joining_paused', true, { campaign: campaign.id })
  const { store, config } = await theSite()
  const confirm = () => countPerson(store.db, { personId: waiting.id, addressKey: openAddressKey(config.authSecret) })
  expect(await confirm()).toEqual([])
  expect(await pledge()).toMatchObject({ pledge: { state: 'paused' }, unconfirmedEmail: null })
  expect(await confirm()).toEqual([])
  expect(await supportersOf(campaign)).toBe(1)
  await turn('joining_paused', false, { campaign: campaign.id })
  await until(async () => (await pledge()).pledge.state === 'counted')
  expect(await supportersOf(campaign)).toBe(2)
})

test('in slow mode everywhere each person writes once in half a minute, and moderators as usual', async () => {
  const { store } = await theSite()
  const [campaign, other] = [await aCampaign(member), await aCampaign(member)]
  const community = await aCommunity(member)
  await turn('slow_mode', true)
  const writer = await aPerson()
  expect((await comment(writer, campaign.id)).status).toBe(201)
  const refused = await comment(writer, other.id)
  expect(refused).toMatchObject({ status: 429, body: { code: 'SLOW_MODE', data: { text: expect.stringContaining('seconds') } } })
  expect((await call(writer, 'POST', `/campaigns/${other.id}/chat`, { body: { body: 'Anybody here?' } })).body.code).toBe('SLOW_MODE')
  const post = () => call(member, 'POST', `/communities/${community}/posts`, { body: { body: 'Where do you shop now?' } })
  const { body: first } = await post()
  expect((await post()).body.code).toBe('SLOW_MODE')
  expect((await call(member, 'POST', `/posts/${first.id}/comments`, { body: { body: 'Next door.' } })).body.code).toBe('SLOW_MODE')
  const moderator = await aPerson({ role: 'moderator' })
  for (const { id } of [campaign, other]) expect((await comment(moderator, id)).status).toBe(201)
  await store.db
    .updateTable('person_pace')
    .set({ wrote_at: new Date(Date.now() - 31_000) })
    .where('person_id', '=', writer.id)
    .execute()
  expect((await comment(writer, other.id)).status).toBe(201)
  await turn('slow_mode', false)
  expect((await comment(writer, other.id)).status).toBe(201)
})

test('while first posts wait, new people’s comments and posts wait whatever they contain, their chat messages are refused, and others write as usual', async () => {
  const [campaign, newcomer] = [await aCampaign(member), await aPerson({ isNew: true })]
  await aPerson({ role: 'moderator' })
  const own = await aCampaign(newcomer)
  await turn('posts_wait', true)
  const { body: waiting } = await comment(newcomer, campaign.id)
  expect(waiting.moderation).toMatchObject({ state: 'waiting', rule: 'other', reason: expect.stringContaining('new people') })
  const edited = await call(newcomer, 'PATCH', `/comments/${waiting.id}`, { body: { body: 'They have answered.' } })
  expect(edited.body.moderation).toMatchObject({ state: 'waiting' })
  expect((await call(null, 'GET', `/comments/${waiting.id}`)).status).toBe(404)
  const message = await call(newcomer, 'POST', `/campaigns/${campaign.id}/chat`, { body: { body: 'Anybody here?' } })
  expect(message).toMatchObject({ status: 422, body: { code: 'TEXT_WAITS', data: { text: expect.stringContaining('chats') } } })
  expect((await comment(await aPerson(), campaign.id)).body.moderation).toBeNull()
  expect((await comment(newcomer, own.id)).body.moderation).toBeNull()
  await turn('posts_wait', false)
  expect((await call(newcomer, 'PATCH', `/comments/${waiting.id}`, { body: { body: 'They answered.' } })).body.moderation).toBeNull()
})

test('a change needs a reason, a banner its text, and a pause a public campaign', async () => {
  const draft = await call(member, 'POST', '/campaigns', { body: aCampaignBody({ publish: false }) })
  expect((await turn('read_only', true, { reason: ' ' })).body.data.fields).toEqual({ reason: 'REASON_MISSING' })
  expect((await turn('banner', true, { text: '' })).body.data.fields).toEqual({ text: 'BANNER_MISSING' })
  expect((await turn('banner', true, { text: 'x'.repeat(301) })).body.data.fields).toEqual({ text: 'BANNER_TOO_LONG' })
  for (const campaign of [draft.body.id, 'never-was', ''])
    expect((await turn('joining_paused', true, { campaign })).body.data.fields).toEqual({ campaign: 'CAMPAIGN_UNKNOWN' })
})

test('every change is in the log with its reason, once, and the log can be neither changed nor deleted', async () => {
  const { store } = await theSite()
  await turn('banner', true, { text: 'We move tonight.' })
  await turn('banner', true, { text: 'We move tonight.' })
  const { body } = await turn('banner', false)
  expect(body.on).toEqual([])
  const [off, on] = body.changes
  expect(off).toMatchObject({ name: 'banner', isOn: false, reason, by: { id: admin.id } })
  expect(on).toMatchObject({ name: 'banner', isOn: true, text: 'We move tonight.', by: { id: admin.id } })
  expect(body.changes.filter((change: { name: string }) => change.name === 'banner')).toHaveLength(2)
  await expect(store.db.updateTable('audit_log').set({ action: 'another' }).where('id', '=', off.id).execute()).rejects.toThrow('never changed')
  await expect(store.db.deleteFrom('audit_log').where('id', '=', off.id).execute()).rejects.toThrow('never changed')
})

test('a change by the command line, and by another process, is known to every process within a second', async () => {
  const { store, config, origin } = await theSite()
  const second = await serve({
    config: readConfig({ PORT: '0', DATA_DIR: config.dataDir, LOG_LEVEL: 'silent', DEMO: 'off', DATABASE_URL: config.databaseUrl }),
    assets: null,
    print: () => {},
    renderPage: (_request, { context }) => new Response(`<!doctype html>${context.site.switches.banner}`, { headers: { 'content-type': 'text/html' } }),
  })
  try {
    const shown = async () => (await (await fetch(`${second.origin}/about`)).text()).includes('We move tonight.')
    expect(await shown()).toBe(false)
    const began = performance.now()
    const asked = turnIn(['banner', 'on', reason, 'We move tonight.'])
    if (!asked) throw new Error('not understood')
    expect((await turnSwitch(store, asked)).lines.join()).toContain('We move tonight.')
    await until(shown)
    expect(performance.now() - began).toBeLessThan(2_000)
    await turn('banner', false)
    await until(async () => !(await shown()))
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  } finally {
    await second.stop()
  }
})
