import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { aCompany, makeRepresentative } from '#tests/support/companies.ts'
import { aMailServer, type MailServer } from '#tests/support/mail-server.ts'
import { aNameServer } from '#tests/support/name-server.ts'
import { done } from '#tests/support/readers.ts'
import { aPerson, call, left, type Person, theSite, useSite } from '#tests/support/site.ts'
import { companyDomain, isSharedDomain } from './server/company-domain.ts'

let names: Awaited<ReturnType<typeof aNameServer>>
let mails: MailServer
let close = async () => {}
beforeAll(async () => {
  ;[names, mails] = await Promise.all([aNameServer(), aMailServer()])
  close = await useSite({ ...mails.env, DNS_SERVERS: names.address })
})
afterAll(async () => {
  await close()
  await Promise.all([names.stop(), mails.stop()])
})

const own = (who: Person, slug: string) => done(who, 'GET', `/targets/${slug}/representation`)
const claim = (who: Person | null, slug: string, domain: string) => call(who, 'POST', `/targets/${slug}/representation`, { body: { domain } })
const check = (who: Person, id: string) => call(who, 'POST', `/representations/${id}/dns`)
const sendLink = (who: Person, id: string, address: string) => call(who, 'POST', `/representations/${id}/mail`, { body: { address } })
const confirm = (who: Person | null, token: string) => call(who, 'POST', '/representations/confirm', { body: { link: token } })
const decide = (who: Person, id: string, outcome: string, reason = 'I looked it up.') =>
  call(who, 'POST', `/moderation/representatives/${id}/decision`, { body: { outcome, reason } })
const representativeOf = async (who: Person, slug: string): Promise<string> => (await own(who, slug)).claim.id
const confirmDomain = (who: Person, slug: string, domain: string, takesMail: boolean) =>
  call(who, 'PUT', `/moderation/targets/${slug}/domain`, { body: { domain, takesMail } })
const claimsFor = async (moderator: Person, slug: string) =>
  (await done(moderator, 'GET', '/moderation/representatives')).items.filter(({ target }: { target: { slug: string } }) => target.slug === slug)

/** Adds the TXT record of a claim to the name server. */
const addRecord = ({ record }: { record: { name: string; value: string } }) =>
  names.records.set(record.name, [['v=spf1 -all'], [record.value.slice(0, 20), record.value.slice(20)]])

async function linkTo(address: string): Promise<{ href: string; token: string }> {
  const { text } = await mails.next(address, /^Confirm that you act for a company/)
  const href = /https?:\/\/\S+\/represent\/\S+/.exec(text ?? '')?.[0] ?? ''
  return { href, token: href.split('/').at(-1) ?? '' }
}

test.each([
  ['flickermoor.example', 'flickermoor.example'],
  ['https://Shop.Flickermoor.co.uk/about?x=1', 'flickermoor.co.uk'],
  ['www.flickermoor.com.', 'flickermoor.com'],
  // A look-alike is shown in ASCII, so that it does not look like the company's.
  ['flickermооr.com', 'xn--flickermr-72ha.com'],
  ['flickermoor.github.io', 'flickermoor.github.io'],
  ['hmrc.gov.uk', 'hmrc.gov.uk'],
])('the registrable domain of %s is %s', (text, domain) => {
  expect(companyDomain(text)).toEqual({ domain })
})

test.each([
  ['gov.uk', 'COMPANY_DOMAIN_PUBLIC'],
  ['co.uk', 'COMPANY_DOMAIN_PUBLIC'],
  ['github.io', 'COMPANY_DOMAIN_PUBLIC'],
  ['com', 'COMPANY_DOMAIN_PUBLIC'],
  ['localhost', 'COMPANY_DOMAIN_INVALID'],
  ['127.0.0.1', 'COMPANY_DOMAIN_INVALID'],
  ['http://[::1]/', 'COMPANY_DOMAIN_INVALID'],
  ['database.internal', 'COMPANY_DOMAIN_INVALID'],
  ['https://flickermoor.example@evil.com', 'COMPANY_DOMAIN_INVALID'],
  ['javascript:alert(1)', 'COMPANY_DOMAIN_INVALID'],
  ['', 'COMPANY_DOMAIN_INVALID'],
])('%s is no domain of a company', (text, problem) => {
  expect(companyDomain(text)).toEqual({ problem })
})

test('an address at a mail provider, a free host, a university or a government shows no control of the domain', () => {
  for (const domain of ['gmail.com', 'gmx.de', 'flickermoor.github.io', 'flickermoor.wixsite.com', 'mit.edu', 'cam.ac.uk', 'hmrc.gov.uk', 'army.mil'])
    expect(isSharedDomain(domain), domain).toBe(true)
  for (const domain of ['flickermoor.example', 'education.com', 'macy.com', 'government-parts.co.uk']) expect(isSharedDomain(domain), domain).toBe(false)
})

test('a person who puts the TXT record into the DNS of the domain is let in by a moderator, who thereby confirms the domain', async () => {
  const [who, moderator] = [await aPerson(), await aPerson({ role: 'moderator' })]
  const { slug } = await aCompany()
  expect(await own(who, slug)).toMatchObject({ website: 'flickermoor.example', claim: null })
  const made = (await claim(who, slug, 'https://www.flickermoor.example/')).body
  expect(made).toMatchObject({ domain: 'flickermoor.example', state: 'unverified', method: null, mail: 'unconfirmed' })
  expect(made.record).toEqual({ name: '_holdout.flickermoor.example', value: expect.stringMatching(/^holdout-verification=[0-9a-f]{32}$/) })
  names.records.set(made.record.name, [['holdout-verification=somebody else’s'.replace('’', '')]])
  expect((await check(who, made.id)).body).toMatchObject({ result: 'missing', claim: { state: 'unverified' } })
  expect(await decide(moderator, made.id, 'accepted')).toMatchObject({ status: 409, body: { code: 'CLAIM_UNVERIFIED' } })
  addRecord(made)
  expect((await check(who, made.id)).body).toMatchObject({ result: 'verified', claim: { state: 'waiting', method: 'dns' } })
  expect(await claimsFor(moderator, slug)).toMatchObject([
    { domain: 'flickermoor.example', state: 'waiting', isWebsite: true, isConfirmed: false, isOwn: false },
  ])
  expect((await decide(moderator, made.id, 'accepted')).status).toBe(200)
  expect((await own(who, slug)).claim).toMatchObject({ state: 'active' })
  expect(await claimsFor(moderator, slug)).toMatchObject([{ state: 'active', isConfirmed: true, takesMail: false }])
})

test('a person who made the target and owns its website posts no statement before a moderator has let them in, whatever they can show', async () => {
  const attacker = await aPerson()
  await aPerson({ role: 'moderator' })
  const { id } = await done(attacker, 'POST', '/campaigns', aCampaignBody({ target: { name: 'Flickermoor Official', websiteUrl: 'https://own.example' } }))
  const { target } = await done(null, 'GET', `/campaigns/${id}`)
  const post = () => call(attacker, 'PUT', `/campaigns/${id}/statement`, { body: { body: 'We apologize, and pay everybody.' } })
  const made = (await claim(attacker, target.slug, 'own.example')).body
  expect(made.mail).toBe('unconfirmed')
  expect((await post()).status).toBe(403)
  addRecord(made)
  expect((await check(attacker, made.id)).body).toMatchObject({ result: 'verified', claim: { state: 'waiting' } })
  expect((await sendLink(attacker, made.id, 'ceo@own.example')).status).toBe(409)
  expect((await confirmDomain(attacker, target.slug, 'own.example', true)).status).toBe(404)
  expect((await decide(attacker, made.id, 'accepted')).status).toBe(404)
  expect((await own(attacker, target.slug)).claim.state).toBe('waiting')
  expect((await post()).status).toBe(403)
  expect((await done(null, 'GET', `/campaigns/${id}`)).reply.statement).toBeNull()
  expect((await done(null, 'GET', `/targets/${target.slug}`)).isVerified).toBe(false)
})

test('a look asks for the record of the claimed domain alone, and says if no name server answers', async () => {
  const who = await aPerson()
  const { slug } = await aCompany()
  const { id } = (await claim(who, slug, 'only-this.example')).body
  names.asked.length = 0
  await check(who, id)
  expect([...new Set(names.asked)]).toEqual(['_holdout.only-this.example'])
})

test('a mailed link works once a moderator has confirmed the domain, only for its person, and opening it changes nothing', async () => {
  const [who, other, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const { slug } = await aCompany({ website: 'https://veloravia.example' })
  const { id } = (await claim(who, slug, 'veloravia.example')).body
  expect(await sendLink(who, id, 'press@veloravia.example')).toMatchObject({ status: 409, body: { code: 'MAIL_SHOWS_NOTHING' } })
  expect((await confirmDomain(moderator, slug, 'veloravia.example', false)).status).toBe(200)
  expect((await own(who, slug)).claim.mail).toBe('never')
  await confirmDomain(moderator, slug, 'https://www.veloravia.example', true)
  expect((await own(who, slug)).claim.mail).toBe('possible')
  for (const [address, problem] of [
    ['nobody', 'COMPANY_ADDRESS_INVALID'],
    ['ceo@gmail.com', 'COMPANY_ADDRESS_ELSEWHERE'],
    ['ceo@shops.veloravia.example', 'COMPANY_ADDRESS_ELSEWHERE'],
    ['ceo@veloravia.example.evil.com', 'COMPANY_ADDRESS_ELSEWHERE'],
  ])
    expect(await sendLink(who, id, address ?? '')).toMatchObject({ status: 422, body: { data: { fields: { address: problem } } } })
  expect((await sendLink(other, id, 'press@veloravia.example')).status).toBe(404)
  expect((await sendLink(who, id, 'press@veloravia.example')).status).toBe(200)
  const { href, token } = await linkTo('press@veloravia.example')
  await fetch(href, { headers: { cookie: who.cookie } })
  expect((await own(who, slug)).claim.state).toBe('unverified')
  // Somebody at the company who presses the button of a link that a stranger requested gives the stranger nothing.
  expect((await confirm(null, token)).status).toBe(401)
  for (const wrong of ['', 'x.y', `${token}x`, `${id}.`]) expect((await confirm(who, wrong)).status).toBe(404)
  expect((await confirm(other, token)).status).toBe(404)
  expect(await confirm(who, token)).toMatchObject({ status: 200, body: { slug } })
  expect((await own(who, slug)).claim).toMatchObject({ state: 'waiting', method: 'mail' })
  expect((await confirm(who, token)).status).toBe(404)
})

test('the mail to a stranger has no words that the sender typed, and each person and company has few of them a day', async () => {
  const [who, moderator] = [await aPerson(), await aPerson({ role: 'moderator' })]
  const { slug } = await aCompany({ name: 'Call 0900 111 now', website: 'https://oskarvale.example' })
  const { id } = (await claim(who, slug, 'oskarvale.example')).body
  await confirmDomain(moderator, slug, 'oskarvale.example', true)
  const sent = []
  for (let n = 0; n < 6; n++) sent.push((await sendLink(who, id, `info${n}@oskarvale.example`)).status)
  expect(sent).toEqual([200, 200, 200, 200, 200, 429])
  const mail = await mails.next('info0@oskarvale.example')
  expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain('0900')
  expect(`${mail.text} ${mail.html}`).not.toContain(slug)
})

test('a moderator cannot say that mail shows control of a free host', async () => {
  const [who, moderator] = [await aPerson(), await aPerson({ role: 'moderator' })]
  const { slug } = await aCompany({ website: 'https://flickermoor.github.io' })
  await claim(who, slug, 'flickermoor.github.io')
  expect(await confirmDomain(moderator, slug, 'flickermoor.github.io', true)).toMatchObject({ status: 409, body: { code: 'MAIL_SHOWS_NOTHING' } })
  expect((await claimsFor(moderator, slug))[0]).toMatchObject({ isShared: true })
})

test('a second proven claim suspends the representative until a moderator has looked; a claim without proof does not', async () => {
  const [first, second, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const company = await aCompany()
  const id = await makeRepresentative(first, company)
  const made = (await claim(second, company.slug, 'flickermoor-press.example')).body
  expect((await own(first, company.slug)).claim.state).toBe('active')
  addRecord(made)
  await check(second, made.id)
  expect((await own(first, company.slug)).claim).toMatchObject({ state: 'suspended', suspendedFor: 'claim' })
  await decide(moderator, id, 'accepted')
  await decide(moderator, made.id, 'declined', 'It is a look-alike.')
  expect((await own(first, company.slug)).claim).toMatchObject({ state: 'active', suspendedFor: null })
  expect((await own(second, company.slug)).claim).toMatchObject({ state: 'declined' })
})

test('a person whose claim was declined or withdrawn after its proof suspends nobody by a further claim, and neither does its domain', async () => {
  const [first, second, third, moderator] = [await aPerson(), await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const company = await aCompany()
  await makeRepresentative(first, company)
  const proven = async (who: Person, domain: string) => {
    const made = (await claim(who, company.slug, domain)).body
    addRecord(made)
    await check(who, made.id)
    return made.id as string
  }
  const declined = await proven(second, 'veloravia-press.example')
  await decide(moderator, await representativeOf(first, company.slug), 'accepted')
  await decide(moderator, declined, 'declined')
  for (const [who, domain] of [
    [second, 'veloravia-media.example'],
    [third, 'veloravia-press.example'],
  ] as const) {
    const id = await proven(who, domain)
    expect((await own(first, company.slug)).claim.state).toBe('active')
    expect((await own(who, company.slug)).claim.state).toBe('waiting')
    expect((await call(who, 'DELETE', `/representations/${id}`)).status).toBe(200)
  }
})

test('a person learns by email that they were let in or declined, but not by whom or why', async () => {
  const [who, moderator, company] = [await aPerson(), await aPerson({ role: 'moderator' }), await aCompany()]
  const { db } = (await theSite()).store
  await db.updateTable('person').set({ email_verified: true }).where('id', '=', who.id).execute()
  const id = await makeRepresentative(who, company, { state: 'waiting' })
  await decide(moderator, id, 'accepted')
  const accepted = await mails.next(`${who.id}@people.test`, /You can now answer for flickermoor\.example/)
  expect(accepted.text).toContain(`/targets/${company.slug}/represent`)
  await decide(moderator, id, 'declined', 'A reason for the log.')
  const declined = await mails.next(`${who.id}@people.test`, /did not let you in with flickermoor\.example/)
  for (const secret of ['A reason for the log.', moderator.id]) expect(`${declined.text} ${declined.html}`).not.toContain(secret)
})

test('letting in somebody with another domain suspends those of the former one', async () => {
  const [first, second, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const company = await aCompany()
  await makeRepresentative(first, company)
  const id = await makeRepresentative(second, company, { domain: 'flickermoor-group.example', state: 'waiting' })
  await decide(moderator, id, 'accepted')
  expect((await own(first, company.slug)).claim).toMatchObject({ state: 'suspended', suspendedFor: 'website' })
})

test('a change of the website suspends the representative; another spelling of the same website does not', async () => {
  const [who, { store }] = [await aPerson(), await theSite()]
  const company = await aCompany()
  await makeRepresentative(who, company)
  const move = (website_url: string) => store.db.updateTable('target').set({ website_url }).where('id', '=', company.id).execute()
  await move('http://www.Flickermoor.example/en')
  expect((await own(who, company.slug)).claim.state).toBe('active')
  await move('https://flickermoor-now.example')
  expect((await own(who, company.slug)).claim).toMatchObject({ state: 'suspended', suspendedFor: 'website', mail: 'unconfirmed' })
})

test('nobody else reads a claim, and moderators decide about those of others only', async () => {
  const [who, other, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const { slug } = await aCompany()
  const { id } = (await claim(who, slug, 'flickermoor.example')).body
  expect((await own(other, slug)).claim).toBe(null)
  expect((await check(other, id)).status).toBe(404)
  expect((await call(other, 'DELETE', `/representations/${id}`)).status).toBe(404)
  for (const somebody of [null, other]) expect((await call(somebody, 'GET', '/moderation/representatives')).status).toBe(404)
  const mine = (await claim(moderator, slug, 'flickermoor.example')).body
  expect(await decide(moderator, mine.id, 'declined')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect(await confirmDomain(moderator, slug, 'flickermoor.example', false)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect(await decide(moderator, id, 'declined', ' ')).toMatchObject({ status: 422, body: { code: 'REASON_MISSING' } })
  expect((await claim(await aPerson({ isCounted: false }), slug, 'flickermoor.example')).body.code).toBe('CONFIRM_EMAIL_FIRST')
})

test('a claim that a moderator has to look at cannot be replaced, but withdrawn', async () => {
  const who = await aPerson()
  const company = await aCompany()
  const id = await makeRepresentative(who, company, { state: 'waiting' })
  expect(await claim(who, company.slug, 'other.example')).toMatchObject({ status: 409, body: { code: 'CLAIM_EXISTS' } })
  expect((await call(who, 'DELETE', `/representations/${id}`)).status).toBe(200)
  expect((await claim(who, company.slug, 'other.example')).status).toBe(201)
})

test('a person makes at most twenty claims a day, and a deleted account takes its claims along', async () => {
  const [who, { store }] = [await aPerson(), await theSite()]
  for (let n = 0; n < 20; n++) expect((await claim(who, (await aCompany()).slug, 'flickermoor.example')).status).toBe(201)
  expect(await claim(who, (await aCompany()).slug, 'flickermoor.example')).toMatchObject({ status: 429, body: { code: 'CLAIMS_TOO_OFTEN' } })
  await left(who)
  expect(await store.db.selectFrom('representative').select('id').where('person_id', '=', who.id).execute()).toEqual([])
})
