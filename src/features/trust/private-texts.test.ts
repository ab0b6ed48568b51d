import { beforeAll, expect, test } from 'vitest'
import { anEmail, aSignUp } from '#tests/support/accounts.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { aCampaign, aPerson, call, type Person, theSite, useSite } from '#tests/support/site.ts'

const phone = 'Call him: +49 171 1234567'
const mail = 'Write to jane.doe@mail.example'
const home = 'He lives at 5 Elm Street'
const fieldsOf = ({ status, body }: { status: number; body: any }) => ({ status, fields: body.data?.fields })
const refused = (fields: Record<string, string>) => ({ status: 422, fields })
const aNewPerson = () => aPerson({ isNew: true })

beforeAll(async () => {
  await aPerson({ role: 'moderator' })
})

test('a new person’s campaign with private details is not published: each field says what to remove, the draft keeps its texts, and without them it is published', async () => {
  const person = await aNewPerson()
  const website = `https://company-${Date.now()}.example`
  const texts = {
    target: { name: `Flickermoor ${Date.now()}`, websiteUrl: website },
    summary: `Tell them. ${mail}`,
    body: `They know. ${phone}`,
    actions: ['Stop buying there', home],
    alternatives: [{ name: 'The shop next door', note: 'Her SSN: 123-45-6789' }],
  }
  const problems = {
    ...{ goal: 'PRIVATE_EMAIL', body: 'PRIVATE_PHONE_NUMBER', 'actions.1': 'PRIVATE_HOME_ADDRESS' },
    'alternatives.0.note': 'PRIVATE_ID_NUMBER',
  }
  const post = (changes: object) => call(person, 'POST', '/campaigns', { body: aCampaignBody({ ...texts, ...changes }) })
  expect(fieldsOf(await post({}))).toEqual(refused(problems))
  const named = { target: { ...texts.target, name: phone }, causes: [{ name: home }] }
  expect(fieldsOf(await post(named))).toEqual(refused({ ...problems, target: 'PRIVATE_PHONE_NUMBER', causes: 'PRIVATE_HOME_ADDRESS' }))
  const draft = await post({ publish: false })
  expect(draft.status).toBe(201)
  const publish = (changes: object) => call(person, 'POST', `/campaigns/${draft.body.id}/publish`, { body: changes })
  expect(fieldsOf(await publish({}))).toEqual(refused(problems))
  expect((await call(person, 'GET', `/campaigns/${draft.body.id}/editable`)).body).toMatchObject({ status: 'draft', body: texts.body })
  // Addresses and numbers of the target are not private.
  const own = `Write to press@${new URL(website).hostname} or call 1-800-555-2671.`
  const fit = { summary: 'Tell them what you think', body: own, actions: ['Stop buying there'], alternatives: [{ name: 'The shop next door' }] }
  expect((await publish({ changes: fit })).body).toMatchObject({ status: 'active' })
  const edit = (changes: object) => call(person, 'PATCH', `/campaigns/${draft.body.id}`, { body: changes })
  expect(fieldsOf(await edit({ body: `${own} ${mail}` }))).toEqual(refused({ body: 'PRIVATE_EMAIL' }))
  expect((await edit({ body: `${own} Today.` })).status).toBe(200)
  expect(fieldsOf(await call(person, 'POST', `/campaigns/${draft.body.id}/victory`, { body: { statement: phone } }))).toEqual(
    refused({ statement: 'PRIVATE_PHONE_NUMBER' }),
  )
})

test('members publish the same texts, and what was public before keeps nobody from editing the rest', async () => {
  const member = await aPerson()
  const { id } = await aCampaign(member, { body: phone })
  const { store } = await theSite()
  await store.db.updateTable('person').set({ is_established: false }).where('id', '=', member.id).execute()
  expect((await call(member, 'PATCH', `/campaigns/${id}`, { body: { summary: 'Tell them what you think' } })).status).toBe(200)
})

test('a new person’s update and profile are refused with private details', async () => {
  const person = await aNewPerson()
  const { id } = await aCampaign(person)
  const post = (body: object) => call(person, 'POST', `/campaigns/${id}/updates`, { body })
  expect(fieldsOf(await post({ title: phone, body: `**Now.** ${home}` }))).toEqual(refused({ title: 'PRIVATE_PHONE_NUMBER', body: 'PRIVATE_HOME_ADDRESS' }))
  expect((await post({ title: 'News', body: 'They answered.' })).status).toBe(201)
  const change = (body: object) => call(person, 'PATCH', '/me/settings', { body })
  expect(fieldsOf(await change({ bio: mail, allowDms: true }))).toEqual(refused({ bio: 'PRIVATE_EMAIL' }))
  expect((await change({ bio: 'I buy next door.' })).body.bio).toBe('I buy next door.')
})

test('a new person’s name is refused with private details, also if first and last name share them, and so is a name at sign-up', async () => {
  const person = await aNewPerson()
  const change = (body: object) => call(person, 'PATCH', '/me/settings', { body })
  expect(fieldsOf(await change({ firstName: '+49 171', lastName: '1234567' }))).toEqual(refused({ firstName: 'PRIVATE_PHONE_NUMBER' }))
  expect(fieldsOf(await change({ lastName: 'jane.doe@mail.example' }))).toEqual(refused({ lastName: 'PRIVATE_EMAIL' }))
  expect((await change({ firstName: 'Ada', lastName: 'Lovelace' })).status).toBe(200)
  expect(fieldsOf(await change({ displayName: phone }))).toEqual(refused({ displayName: 'PRIVATE_PHONE_NUMBER' }))
  const signUp = async (name: string) => (await aSignUp({ name, email: anEmail() })).body.data?.fields
  expect(await signUp('+49 171 1234567')).toEqual({ name: 'PRIVATE_PHONE_NUMBER' })
  expect(await signUp('Jane jane.doe@mail.example')).toEqual({ name: 'PRIVATE_EMAIL' })
  expect(await signUp('Jane Doe')).toBeUndefined()
  expect((await call(await aPerson(), 'PATCH', '/me/settings', { body: { firstName: '+49 171', lastName: '1234567' } })).status).toBe(200)
})

const community = (who: Person, changes: object) => {
  const slug = `c-${crypto.randomUUID().slice(-12)}`
  return call(who, 'POST', '/communities', { body: { name: 'Neighbours', slug, description: 'We shop next door', privacy: 'public', ...changes } })
}
const links = (number: number) => Array.from({ length: number }, (_, n) => ({ title: `Shop ${n}`, url: `https://shop-${n}.example` }))
const inText = (number: number) =>
  links(number)
    .map(({ title, url }) => `[${title}](${url})`)
    .join('\n\n')

test('a new person’s community is refused with private details, and with more than two links in its rules or as quick links', async () => {
  const person = await aNewPerson()
  const wrong = { description: phone, rules: `Be kind. ${mail}`, quickLinks: [{ title: home, url: 'https://shop.example' }] }
  expect(fieldsOf(await community(person, wrong))).toEqual(
    refused({ description: 'PRIVATE_PHONE_NUMBER', rules: 'PRIVATE_EMAIL', 'quickLinks.0.title': 'PRIVATE_HOME_ADDRESS' }),
  )
  expect(fieldsOf(await community(person, { rules: inText(3), quickLinks: links(3) }))).toEqual(
    refused({ rules: 'LINKS_LIMITED', quickLinks: 'LINKS_LIMITED' }),
  )
  const { status, body } = await community(person, { rules: inText(2), quickLinks: links(2) })
  expect(status).toBe(201)
  const edit = (changes: object) => call(person, 'PATCH', `/communities/${body.id}`, { body: changes })
  expect(fieldsOf(await edit({ rules: inText(3) }))).toEqual(refused({ rules: 'LINKS_LIMITED' }))
  expect((await edit({ name: 'Good neighbours', rules: inText(2), quickLinks: links(2) })).status).toBe(200)
  expect((await community(await aPerson(), { rules: inText(3), quickLinks: links(3), description: phone })).status).toBe(201)
})

test('what only members of a private community read is not checked, and its card is', async () => {
  const person = await aNewPerson()
  const inside = { privacy: 'private', rules: `${phone}\n\n${inText(3)}`, quickLinks: links(3) }
  expect(fieldsOf(await community(person, { ...inside, description: phone }))).toEqual(refused({ description: 'PRIVATE_PHONE_NUMBER' }))
  expect((await community(person, inside)).status).toBe(201)
})

test('a site without moderators refuses none of these texts', async () => {
  const close = await useSite({})
  try {
    const person = await aNewPerson()
    expect((await call(person, 'POST', '/campaigns', { body: aCampaignBody({ body: phone }) })).status).toBe(201)
    expect((await community(person, { rules: inText(3), description: phone })).status).toBe(201)
    expect((await call(person, 'PATCH', '/me/settings', { body: { bio: mail } })).status).toBe(200)
    expect((await aSignUp({ name: phone, email: anEmail() })).status).toBe(200)
  } finally {
    await close()
  }
})
