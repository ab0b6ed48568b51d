import { expect, test } from 'vitest'
import { aCompany, type Company, makeRepresentative } from '#tests/support/companies.ts'
import { caseAbout, grantAppeal, moderating } from '#tests/support/moderation.ts'
import { bellOf } from '#tests/support/notifications.ts'
import { done } from '#tests/support/readers.ts'
import { aCampaign, aPerson, call, left, type Person, theSite, until } from '#tests/support/site.ts'
import { aSiteWithMail } from '#tests/support/site-with-mail.ts'

const mails = await aSiteWithMail()

const post = (who: Person | null, id: string, body = 'The phone line is open until eight.') =>
  call(who, 'PUT', `/campaigns/${id}/statement`, { body: { body } })
const ask = (who: Person | null, id: string, address = 'press@flickermoor.example') =>
  call(who, 'POST', `/campaigns/${id}/company-request`, { body: { address } })
const replyOn = async (who: Person | null, id: string) => (await done(who, 'GET', `/campaigns/${id}`)).reply
const moderate = moderating('/company-statements', { rule: 'spam', reason: 'It advertises a sale.' })

async function aCase() {
  const [creator, representative, company] = [await aPerson(), await aPerson(), await aCompany()]
  await makeRepresentative(representative, company)
  return { creator, representative, company, ...(await campaignAbout(company, creator)) }
}
const campaignAbout = async ({ id }: Company, creator: Person) => aCampaign(creator, { target: { id } })

async function confirmDomain({ slug }: Company, takesMail = true): Promise<void> {
  const moderator = await aPerson({ role: 'moderator' })
  await done(moderator, 'PUT', `/moderation/targets/${slug}/domain`, { domain: 'flickermoor.example', takesMail })
}

test('a representative posts one statement, which everybody reads with the domain and nothing about the person', async () => {
  const { id, representative } = await aCase()
  expect(await replyOn(null, id)).toEqual({ statement: null, askedAt: null })
  expect((await post(representative, id)).status).toBe(200)
  const { statement } = await replyOn(null, id)
  expect(statement).toMatchObject({ body: 'The phone line is open until eight.', domain: 'flickermoor.example', moderation: null })
  const report = `/reports/subject?kind=company_statement&id=${statement.id}`
  for (const path of [`/campaigns/${id}`, `/campaigns/${id}/statement`, report])
    expect(JSON.stringify((await call(null, 'GET', path)).body)).not.toContain(representative.id)
})

test('an edited statement keeps its earlier texts, which everybody reads', async () => {
  const { id, representative } = await aCase()
  await post(representative, id, 'First.')
  await post(representative, id, 'Second.')
  await post(representative, id, 'Second.')
  const { body, earlier } = await done(null, 'GET', `/campaigns/${id}/statement`)
  expect([body, earlier.map((version: { body: string }) => version.body)]).toEqual(['Second.', ['First.']])
  for (let n = 0; n < 9; n++) expect((await post(representative, id, `Text ${n}`)).status).toBe(200)
  expect(await post(representative, id, 'Once more')).toMatchObject({ status: 429, body: { code: 'STATEMENT_EDITED_OFTEN' } })
})

test('only a representative who is let in posts, about campaigns against their own company', async () => {
  const { id, creator, company } = await aCase()
  const [waiting, elsewhere] = [await aPerson(), await aPerson()]
  await makeRepresentative(waiting, company, { state: 'waiting' })
  await makeRepresentative(elsewhere, await aCompany())
  for (const who of [creator, waiting, elsewhere, await aPerson({ role: 'admin' })]) expect((await post(who, id)).status).toBe(403)
  expect((await post(null, id)).status).toBe(401)
  expect((await replyOn(null, id)).statement).toBe(null)
})

test('an empty statement and one that is too long are refused at the field', async () => {
  const { id, representative } = await aCase()
  expect(await post(representative, id, ' \n ')).toMatchObject({ status: 422, body: { data: { fields: { body: 'COMPANY_STATEMENT_MISSING' } } } })
  expect(await post(representative, id, 'a'.repeat(3_001))).toMatchObject({ status: 422, body: { data: { fields: { body: 'COMPANY_STATEMENT_TOO_LONG' } } } })
  expect((await post(representative, id, 'a'.repeat(3_000))).status).toBe(200)
})

test('a new representative’s statement is refused with private details, except addresses of the company and numbers that are free of charge', async () => {
  await aPerson({ role: 'moderator' })
  const { id, company } = await aCase()
  const representative = await aPerson({ isNew: true })
  await makeRepresentative(representative, company)
  const fields = async (body: string) => (await post(representative, id, body)).body.data?.fields
  expect(await fields('Call the organizer: +49 171 1234567')).toEqual({ body: 'PRIVATE_PHONE_NUMBER' })
  expect(await fields('Write to jane.doe@mail.example')).toEqual({ body: 'PRIVATE_EMAIL' })
  expect((await post(representative, id, 'Write to press@flickermoor.example or call 1-800-555-2671.')).status).toBe(200)
  expect(await fields('He lives at 5 Elm Street')).toEqual({ body: 'PRIVATE_HOME_ADDRESS' })
})

test('the first statement notifies creator and supporters once, without naming the representative; an edit notifies nobody', async () => {
  const { id, creator, representative } = await aCase()
  const [supporter, stranger] = [await aPerson(), await aPerson()]
  await done(supporter, 'PUT', `/campaigns/${id}/pledge`, {})
  await post(representative, id, 'First.')
  await post(representative, id, 'Second.')
  for (const who of [creator, supporter]) {
    const news = (await bellOf(who)).filter(({ type }) => type === 'target_response')
    expect(news).toMatchObject([{ actor: null, campaign: { id } }])
  }
  expect((await bellOf(stranger)).filter(({ type }) => type === 'target_response')).toEqual([])
})

test('reports never hide a statement; a moderator hides it, its author reads why, and an appeal brings it back', async () => {
  const { id, creator, representative } = await aCase()
  const moderator = await aPerson({ role: 'moderator' })
  const statement = (await post(representative, id)).body.statement
  for (let n = 0; n < 5; n++) await done(await aPerson(), 'POST', '/reports', { kind: 'company_statement', id: statement.id, reason: 'spam' })
  expect((await replyOn(null, id)).statement).toMatchObject({ id: statement.id })
  expect(await caseAbout(moderator, statement.id)).toMatchObject({ kind: 'company_statement', reporters: 5 })
  expect((await moderate(creator, statement.id, 'hidden')).status).toBe(403)
  expect((await moderate(moderator, statement.id, 'hidden')).status).toBe(200)
  expect((await replyOn(null, id)).statement).toBe(null)
  expect((await call(null, 'GET', `/campaigns/${id}/statement`)).status).toBe(404)
  expect((await bellOf(creator)).filter(({ type }) => type === 'target_response')).toEqual([])
  const { moderation } = (await replyOn(representative, id)).statement
  expect(moderation).toMatchObject({ state: 'hidden', reason: 'It advertises a sale.' })
  expect(await post(representative, id, 'Buy one, get two.')).toMatchObject({ status: 409, body: { code: 'STATEMENT_HIDDEN' } })
  expect(await done(representative, 'GET', `/decisions/${moderation.decisionId}`)).toMatchObject({ kind: 'company_statement', barrier: null })
  await grantAppeal(moderation.decisionId, { author: representative, moderator: await aPerson({ role: 'moderator' }) })
  expect((await replyOn(null, id)).statement).toMatchObject({ id: statement.id, moderation: null })
})

test('a representative who is suspended or has left cannot post, and their statement stays', async () => {
  const { id, representative, company } = await aCase()
  const { store } = await theSite()
  await post(representative, id)
  await store.db.updateTable('target').set({ website_url: 'https://elsewhere.example' }).where('id', '=', company.id).execute()
  expect((await post(representative, id, 'Another text.')).status).toBe(403)
  await left(representative)
  expect((await replyOn(null, id)).statement).toMatchObject({ domain: 'flickermoor.example' })
})

test('the creator asks the company once a month; the page says so from the moment when the mail was delivered', async () => {
  const { id, creator, company } = await aCase()
  expect(await ask(creator, id)).toMatchObject({ status: 409, body: { code: 'CANNOT_ASK', data: { barrier: 'unconfirmed' } } })
  await confirmDomain(company)
  expect(await ask(creator, id, 'ceo@gmail.com')).toMatchObject({ status: 422, body: { data: { fields: { address: 'COMPANY_ADDRESS_ELSEWHERE' } } } })
  const acknowledge = mails.holdAnswers()
  expect(await ask(creator, id, `one-${id}@flickermoor.example`)).toMatchObject({ status: 201, body: { barrier: 'asked', deliveredAt: null } })
  expect((await replyOn(null, id)).askedAt).toBe(null)
  acknowledge()
  await until(async () => (await replyOn(null, id)).askedAt !== null)
  expect(await ask(creator, id)).toMatchObject({ status: 409, body: { data: { barrier: 'asked' } } })
  const mail = await mails.next(`one-${id}@flickermoor.example`)
  expect(mail.text).toContain(`/campaigns/${id}`)
  expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain('Ten letters and more')
  expect(`${mail.text} ${mail.html}`).not.toContain(company.slug)
})

test('a request that the mail server refuses does not count as delivered', async () => {
  const { id, creator, company } = await aCase()
  await confirmDomain(company)
  const address = `gone-${id}@flickermoor.example`
  mails.refuses.set(address, { responseCode: 550, message: 'no such mailbox' })
  expect((await ask(creator, id, address)).status).toBe(201)
  const { store } = await theSite()
  await until(async () => !(await store.db.selectFrom('mail').select('id').where('address', '=', address).executeTakeFirst()))
  expect((await replyOn(null, id)).askedAt).toBe(null)
})

test('nobody but the creator and moderators asks, and not where others than the company have addresses', async () => {
  const { id, creator, company } = await aCase()
  for (const who of [await aPerson(), null]) expect((await call(who, 'GET', `/campaigns/${id}/company-request`)).status).toBe(who ? 404 : 401)
  await confirmDomain(company, false)
  expect(await ask(creator, id)).toMatchObject({ status: 409, body: { data: { barrier: 'never' } } })
  expect(await done(await aPerson({ role: 'moderator' }), 'GET', `/campaigns/${id}/company-request`)).toMatchObject({
    domain: 'flickermoor.example',
    barrier: 'never',
  })
})

test('a suspension that hides what a person wrote hides their statement for a company too, and its end restores it', async () => {
  const [{ id, representative }, moderator] = [await aCase(), await aPerson({ role: 'moderator' })]
  await post(representative, id, 'Everything is fine.')
  const suspension = `/moderation/people/${representative.id}/suspension`
  await done(moderator, 'PUT', suspension, { days: 3, rule: 'spam', reason: 'They do not act for the company.', hidesContent: true })
  expect(await replyOn(null, id)).toMatchObject({ statement: null })
  expect((await call(null, 'GET', `/campaigns/${id}/statement`)).status).toBe(404)
  expect((await replyOn(moderator, id)).statement.moderation).toMatchObject({ state: 'hidden', decisionId: null, reason: 'They do not act for the company.' })
  await done(moderator, 'DELETE', suspension, { reason: 'They do.' })
  expect((await replyOn(null, id)).statement).toMatchObject({ body: 'Everything is fine.', moderation: null })
})
