import { expect, test } from 'vitest'
import { aCompany } from '#tests/support/companies.ts'
import { caseAbout } from '#tests/support/moderation.ts'
import { aComment, decide, ownReports, report, type Subject } from '#tests/support/reporting.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'

test('a profile that a moderator kept takes reports again when its words change, and not after another change of settings', async () => {
  const [person, reader, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const profile = { kind: 'person', id: person.id }
  const change = async (settings: object) => expect((await call(person, 'PATCH', '/me/settings', { body: settings })).status).toBe(200)
  await change({ bio: 'I like shops.' })
  await report(reader, profile)
  expect((await call(moderator, 'POST', '/moderation/reports/keep', { body: profile })).status).toBe(200)
  for (const settings of [{ allowDms: false }, { notifications: { recommendations: false } }, { bio: 'I like shops.' }]) await change(settings)
  expect((await report(reader, profile)).body.code).toBe('ALREADY_REVIEWED')
  await change({ bio: 'I like no shops.' })
  expect((await report(reader, profile)).status).toBe(201)
})

test('a target that a moderator kept takes reports again when its name or website changes', async () => {
  const { db } = (await theSite()).store
  const [reader, moderator] = [await aPerson(), await aPerson({ role: 'moderator' })]
  const company = await aCompany()
  const target = { kind: 'target', id: company.id }
  await report(reader, target)
  const changes = [
    () => call(moderator, 'PUT', `/moderation/entries/${company.id}/name`, { body: { name: `Renamed ${company.id}`, reason: 'As they write it.' } }),
    () => db.updateTable('target').set({ website_url: 'https://elsewhere.example' }).where('id', '=', company.id).execute(),
  ]
  for (const change of changes) {
    expect((await call(moderator, 'POST', '/moderation/reports/keep', { body: target })).status).toBe(200)
    expect((await report(reader, target)).body.code).toBe('ALREADY_REVIEWED')
    await change()
    expect((await report(reader, target)).status).toBe(201)
  }
})

test('a campaign or target that a moderator kept stays kept when its cover or logo is removed and shown again, and takes reports after an edit', async () => {
  const { db } = (await theSite()).store
  const [creator, reader, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const cover = await uploaded(creator, { purpose: 'campaign_cover' })
  const campaign = await aCampaign(creator, { coverMediaId: cover.id })
  const [company, logo] = [await aCompany(), await uploaded(creator, { purpose: 'avatar' })]
  await db.updateTable('target').set({ logo_media_id: logo.id, logo_url: logo.url }).where('id', '=', company.id).execute()
  const rename = { name: `Renamed ${company.id}`, reason: 'As they write it.' }
  const both = [
    {
      subject: { kind: 'campaign', id: campaign.id },
      picture: cover,
      edit: () => call(creator, 'PATCH', `/campaigns/${campaign.id}`, { body: { title: 'Another title for it' } }),
    },
    {
      subject: { kind: 'target', id: company.id },
      picture: logo,
      edit: () => call(moderator, 'PUT', `/moderation/entries/${company.id}/name`, { body: rename }),
    },
  ]
  for (const { subject, picture, edit } of both) {
    expect((await call(moderator, 'POST', '/moderation/reports/keep', { body: subject })).status).toBe(200)
    for (const state of ['removed', 'visible', 'hidden']) {
      expect((await decide(moderator, `media/${picture.id}`, state)).status).toBe(200)
      expect((await report(reader, subject)).body.code).toBe('ALREADY_REVIEWED')
    }
    expect((await edit()).status).toBe(200)
    // A decision about the picture keeps nothing that nobody has read.
    expect((await decide(moderator, `media/${picture.id}`, 'visible')).status).toBe(200)
    expect((await report(reader, subject)).status).toBe(201)
  }
})

test('a warning leaves the content, ends its reports, gives its author the reason, and counts against the author alone', async () => {
  const [moderator, author, reader] = [await aPerson({ role: 'moderator' }), await aPerson(), await aPerson()]
  const campaign = await aCampaign(author)
  const comment = await aComment(author, campaign.id, 'You are a fool')
  await report(reader, comment)
  const reason = 'Criticize what people say, not the people.'
  const warn = (who: Person | null, subject: Subject, why = reason) =>
    call(who, 'POST', '/moderation/reports/warn', { body: { ...subject, rule: 'harassment', reason: why } })
  for (const who of [null, reader, author]) expect((await warn(who, comment)).status).toBe(404)
  expect((await warn(moderator, comment, ' ')).status).toBe(422)
  expect((await warn(moderator, await aComment(moderator, campaign.id))).status).toBe(403)
  const figure = async () => (await call(null, 'GET', '/transparency')).body.months[0]?.warned ?? 0
  const before = await figure()
  expect((await warn(moderator, comment)).status).toBe(200)
  expect((await call(reader, 'GET', `/comments/${comment.id}`)).body).toMatchObject({ body: 'You are a fool', moderation: null })
  expect((await ownReports(reader))[0]).toMatchObject({ outcome: 'settled' })
  const news = await until(async () =>
    (await call(author, 'GET', '/notifications')).body.items.find(({ type }: { type: string }) => type === 'content_decision'),
  )
  expect(news).toMatchObject({ decision: { outcome: 'warned' } })
  const statement = (await call(author, 'GET', `/decisions/${news.decision.id}`)).body
  expect(statement).toMatchObject({ state: 'warned', rule: 'harassment', reason, isReported: true, barrier: 'warning' })
  const appeal = await call(author, 'POST', `/decisions/${news.decision.id}/appeal`, { body: { body: 'It was a joke.' } })
  expect(appeal).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_APPEAL' } })
  expect((await call(moderator, 'GET', `/moderation/people?q=${author.id}`)).body.items).toMatchObject([{ id: author.id, decisions: 1 }])
  await until(async () => (await figure()) > before)
  // A moderator has read it and it stays, so it takes new reports only when it is edited.
  expect(await report(await aPerson(), comment)).toMatchObject({ status: 409, body: { code: 'ALREADY_REVIEWED' } })
  await call(author, 'PATCH', `/comments/${comment.id}`, { body: { body: 'You are all fools' } })
  expect((await report(await aPerson(), comment)).status).toBe(201)
  const { version } = await caseAbout(moderator, comment.id)
  await call(author, 'PATCH', `/comments/${comment.id}`, { body: { body: 'You are all great fools' } })
  const late = await call(moderator, 'POST', '/moderation/reports/warn', { body: { ...comment, version, rule: 'harassment', reason } })
  expect(late).toMatchObject({ status: 409, body: { code: 'CONTENT_CHANGED' } })
  expect((await decide(moderator, `comments/${comment.id}`, 'hidden')).body).toMatchObject({ moderation: { state: 'hidden' } })
})
