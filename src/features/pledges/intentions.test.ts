import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { sweepRows } from '#main/sweep.ts'
import { aMember, anEmail, cookieOf, password, postAuth } from '#tests/support/accounts.ts'
import { pressJoin } from '#tests/support/joining.ts'
import { linkIn } from '#tests/support/mail-server.ts'
import { supportersOf } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'
import { aSiteWithMail } from '#tests/support/site-with-mail.ts'

const server = await aSiteWithMail()
beforeEach(() => {
  server.mails.length = 0
})

const pledgeOf = async (who: Person, { id }: { id: string }) => (await call(who, 'GET', `/campaigns/${id}`)).body.viewer.pledge
const signUp = (email: string, carried: { join: string; cookie?: string }) =>
  postAuth('sign-up/email', { name: 'Bao Lin', email, password, join: carried.join }, { cookie: carried.cookie ?? '' })

/** Signs in from the browser that has `cookie`, with a form that carries `join` if it is given. */
async function signIn(email: string, { join, cookie }: { join?: string; cookie: string }): Promise<Person> {
  const answer = await postAuth('sign-in/email', { email, password, ...(join ? { join } : {}) }, { cookie })
  expect(answer.status).toBe(200)
  const session = cookieOf(answer)
  const { body } = await call({ id: '', cookie: session }, 'GET', '/me')
  return { id: body.id, cookie: `${session}; ${cookie}` }
}
const wantedBy = async (cookie: string) =>
  (await call({ id: '', cookie }, 'GET', '/me/join-intentions')).body.items.map(({ campaign }: { campaign: { id: string } }) => campaign.id)

test('a visitor who presses Join and signs up gets a private pledge, which counts once the mailed link is opened in any browser', async () => {
  const campaign = await aCampaign(await aPerson())
  const pressed = await pressJoin({ campaignId: campaign.id })
  expect(pressed).toMatchObject({ status: 303, setCookie: expect.stringMatching(/; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/) })
  const address = new URL(pressed.location, 'https://site.test')
  expect([address.pathname, address.searchParams.get('mode'), address.searchParams.get('returnTo')]).toEqual(['/auth', 'signup', `/campaigns/${campaign.slug}`])
  expect((await call({ id: '', cookie: pressed.cookie }, 'GET', '/me/join-intentions')).body.items).toMatchObject([
    { id: pressed.join, isPrivate: true, supporters: 1, campaign: { slug: campaign.slug } },
  ])
  const email = anEmail()
  expect((await signUp(email, pressed)).status).toBe(200)
  expect(await supportersOf(campaign)).toBe(1)
  const mail = await server.next(email)
  expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain(campaign.slug)
  const { href, token } = linkIn(mail, 'confirm')
  expect(new URL(href).search).toBe('')
  expect((await postAuth('verify-email', { token })).body.message).toBe('Your email is confirmed. You are counted.')
  expect(await supportersOf(campaign)).toBe(2)
  const person = await signIn(email, { cookie: '' })
  expect(await pledgeOf(person, campaign)).toEqual({ state: 'counted', isPrivate: true })
  const [kept] = (await call(person, 'GET', '/me/export')).body.pledges
  expect([kept.noticeVersion, Date.parse(kept.noticeAt) < Date.parse(kept.joinedAt)]).toEqual([1, true])
})

test('a visitor who chose to show the pledge before signing up gets a public one', async () => {
  const campaign = await aCampaign(await aPerson())
  const pressed = await pressJoin({ campaignId: campaign.id, fields: { shown: 'yes' } })
  const email = anEmail()
  await signUp(email, pressed)
  expect(await pledgeOf(await signIn(email, { cookie: '' }), campaign)).toEqual({ state: 'unconfirmed', isPrivate: false })
})

test('the reader of the confirming mail sees what was joined with the address, and confirms without what somebody else chose', async () => {
  const creator = await aPerson()
  const [wanted, unwanted] = [await aCampaign(creator), await aCampaign(creator)]
  const email = anEmail()
  await signUp(email, await pressJoin({ campaignId: unwanted.id }))
  const person = await signIn(email, { cookie: '' })
  await call(person, 'PUT', `/campaigns/${wanted.id}/pledge`, { body: {} })
  const { token } = linkIn(await server.next(email), 'confirm')
  const waiting = async (given = token) => (await call(null, 'GET', `/confirmations/${given}`)).body.items.map(({ id }: { id: string }) => id)
  expect(await waiting()).toEqual([wanted.id, unwanted.id])
  expect(await waiting(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toEqual([])
  expect((await postAuth('verify-email', { token, without: [unwanted.id] })).status).toBe(200)
  expect([await pledgeOf(person, wanted), await pledgeOf(person, unwanted)]).toEqual([{ state: 'counted', isPrivate: true }, null])
  expect([await supportersOf(wanted), await supportersOf(unwanted)]).toEqual([2, 1])
  expect(await waiting()).toEqual([])
  // A used link deletes nothing.
  await postAuth('verify-email', { token, without: [wanted.id] })
  expect(await pledgeOf(person, wanted)).toEqual({ state: 'counted', isPrivate: true })
})

test('nobody joins by following a link: not with join=1, not with another person’s or another browser’s intention', async () => {
  const campaign = await aCampaign(await aPerson())
  const [pressed, other] = [await pressJoin({ campaignId: campaign.id }), await pressJoin({ campaignId: campaign.id })]
  for (const carried of [{ join: '1' }, { join: pressed.join }, { join: pressed.join, cookie: other.cookie }, { join: '1', cookie: pressed.cookie }]) {
    const email = anEmail()
    expect((await signUp(email, carried)).status).toBe(200)
    expect(await pledgeOf(await signIn(email, { ...carried, cookie: carried.cookie ?? '' }), campaign)).toBeNull()
  }
})

test('signing up with an address that has an account only sends an email; the join happens once when its owner signs in', async () => {
  const campaign = await aCampaign(await aPerson())
  const known = await aMember()
  const pressed = await pressJoin({ campaignId: campaign.id })
  const [fresh, again] = [await signUp(anEmail(), pressed), await signUp(known.email, pressed)]
  expect([again.status, again.text, again.headers.getSetCookie()]).toEqual([fresh.status, fresh.text, fresh.headers.getSetCookie()])
  expect(await pledgeOf(known, campaign)).toBeNull()
  await server.next(known.email)
  expect((await server.next(known.email)).text).toContain('sign in and join with your account')
  expect(await pledgeOf(await signIn(known.email, pressed), campaign)).toEqual({ state: 'unconfirmed', isPrivate: true })
  expect(await wantedBy(pressed.cookie)).toEqual([])
})

test('if anybody else signs in, the page asks before it joins', async () => {
  const campaign = await aCampaign(await aPerson())
  const [bao, carmen] = [await aMember(), await aMember()]
  const pressed = await pressJoin({ campaignId: campaign.id })
  const otherForm = await signIn(bao.email, { cookie: pressed.cookie })
  expect([await pledgeOf(otherForm, campaign), await wantedBy(otherForm.cookie)]).toEqual([null, [campaign.id]])
  await signUp(anEmail(), pressed)
  const otherAccount = await signIn(carmen.email, pressed)
  expect([await pledgeOf(otherAccount, campaign), await wantedBy(otherAccount.cookie)]).toEqual([null, [campaign.id]])
  // Joining in any way removes the intention.
  await call(otherAccount, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
  expect(await wantedBy(pressed.cookie)).toEqual([])
})

test('"Not now" and signing out delete the intention in that browser only', async () => {
  const campaign = await aCampaign(await aPerson())
  const [bao, carmen] = [await aMember(), await aMember()]
  const [one, two] = [await pressJoin({ campaignId: campaign.id }), await pressJoin({ campaignId: campaign.id })]
  await call({ id: '', cookie: two.cookie }, 'DELETE', `/me/join-intentions/${one.join}`)
  expect(await wantedBy(one.cookie)).toEqual([campaign.id])
  await call(await signIn(bao.email, { cookie: one.cookie }), 'DELETE', `/me/join-intentions/${one.join}`)
  expect(await wantedBy(one.cookie)).toEqual([])
  const { cookie } = await signIn(carmen.email, { cookie: two.cookie })
  await postAuth('sign-out', {}, { cookie })
  expect(await wantedBy(two.cookie)).toEqual([])
})

test('a campaign that ends in between takes no pledge, and signing up and in succeed all the same', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const bao = await aMember()
  const pressed = await pressJoin({ campaignId: campaign.id })
  expect((await call(creator, 'POST', `/campaigns/${campaign.id}/archive`, { body: {} })).status).toBe(200)
  expect(await wantedBy(pressed.cookie)).toEqual([])
  expect((await signUp(anEmail(), pressed)).status).toBe(200)
  const late = await pressJoin({ campaignId: campaign.id })
  expect(late).toMatchObject({ status: 303, location: `/campaigns/${campaign.id}`, setCookie: '' })
  expect(await pledgeOf(await signIn(bao.email, pressed), campaign)).toBeNull()
  expect(await supportersOf(campaign)).toBe(1)
})

test('several forms, in two tabs or for two campaigns, each keep their intention and each count once', async () => {
  const creator = await aPerson()
  const [one, two] = [await aCampaign(creator), await aCampaign(creator)]
  const bao = await aMember()
  const first = await pressJoin({ campaignId: one.id, fields: { shown: 'yes' } })
  const { cookie } = first
  const again = await pressJoin({ campaignId: one.id, cookie })
  const other = await pressJoin({ campaignId: two.id, cookie })
  expect([again.join, again.cookie, other.cookie]).toEqual([first.join, cookie, cookie])
  // The last press decides the visibility.
  expect(await pledgeOf(await signIn(bao.email, { join: first.join, cookie }), one)).toMatchObject({ isPrivate: true })
  expect(await pledgeOf(await signIn(bao.email, { join: other.join, cookie }), two)).toMatchObject({ isPrivate: true })
  await signIn(bao.email, { join: first.join, cookie })
  const { store } = await theSite()
  const { rows } = await sql<{ n: string }>`select count(*) as n from pledge where person_id = ${bao.id}`.execute(store.db)
  expect(Number(rows[0]?.n)).toBe(2)
})

test('only a hash of the browser’s token is stored, and the intention expires after an hour', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const bao = await aMember()
  const pressed = await pressJoin({ campaignId: campaign.id })
  const token = pressed.cookie.split('=')[1] ?? ''
  const rows = await store.db.selectFrom('join_intention').selectAll().where('id', '=', pressed.join).execute()
  expect([JSON.stringify(rows).includes(token), rows[0]?.token_hash]).toEqual([false, createHash('sha256').update(token).digest('hex')])
  await sql`update join_intention set expires_at = now() - interval '1 second' where id = ${pressed.join}`.execute(store.db)
  expect(await wantedBy(pressed.cookie)).toEqual([])
  expect(await pledgeOf(await signIn(bao.email, pressed), campaign)).toBeNull()
  await sweepRows(store.db)
  expect(await store.db.selectFrom('join_intention').select('id').where('id', '=', pressed.join).executeTakeFirst()).toBeUndefined()
})

test('Join accepts requests from this site only, redirects within this site, and opens the campaign if the visitor is signed in or it cannot be joined', async () => {
  const creator = await aPerson()
  const [campaign, draft] = [await aCampaign(creator), await aCampaign(creator, { publish: false })]
  const foreign = await pressJoin({ campaignId: campaign.id, headers: { origin: 'https://elsewhere.test' } })
  expect([foreign.status, foreign.setCookie]).toEqual([403, ''])
  const back = async (returnTo: string) => new URL((await pressJoin({ campaignId: campaign.id, fields: { returnTo } })).location, 'https://site.test')
  expect((await back(`/campaigns/${campaign.slug}?tab=discussion`)).searchParams.get('returnTo')).toBe(`/campaigns/${campaign.slug}?tab=discussion`)
  expect((await back('https://elsewhere.test/')).searchParams.get('returnTo')).toBe(`/campaigns/${campaign.slug}`)
  expect((await pressJoin({ campaignId: campaign.id, fields: { known: 'yes' } })).location).not.toContain('mode=')
  const { cookie } = await aPerson()
  expect((await pressJoin({ campaignId: campaign.id, cookie })).location).toBe(`/campaigns/${campaign.slug}`)
  expect(await pressJoin({ campaignId: draft.id })).toMatchObject({ status: 303, location: `/campaigns/${draft.id}`, setCookie: '' })
  expect((await pressJoin({ campaignId: 'nothing' })).status).toBe(404)
})

test('the form of Join joins at once, with the chosen visibility, for the person whose page contains it; sending it again changes nothing', async () => {
  const campaign = await aCampaign(await aPerson())
  const [bao, other] = [await aPerson(), await aPerson()]
  const press = (viewer: string) => pressJoin({ campaignId: campaign.id, cookie: bao.cookie, fields: { viewer, shown: 'yes', returnTo: '/explore' } })
  expect(await press(other.id)).toMatchObject({ status: 303, location: '/explore' })
  expect(await pledgeOf(bao, campaign)).toBeNull()
  for (let n = 0; n < 2; n++) expect(await press(bao.id)).toMatchObject({ status: 303, location: '/explore', setCookie: '' })
  expect(await pledgeOf(bao, campaign)).toMatchObject({ isPrivate: false })
  expect(await supportersOf(campaign)).toBe(2)
})
