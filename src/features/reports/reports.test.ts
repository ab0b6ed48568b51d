import { expect, test } from 'vitest'
import { aCommunity, setMembership, written } from '#tests/support/communities.ts'
import { caseAbout, casesAbout } from '#tests/support/moderation.ts'
import { aComment, decide, details, ownReports, report, type Subject } from '#tests/support/reporting.ts'
import { aCampaign, aPerson, call, left, type Person, theSite, until } from '#tests/support/site.ts'

const asked = async (who: Person | null, { kind, id }: Subject) => call(who, 'GET', `/reports/subject?kind=${kind}&id=${id}`)

test('a person reports a comment or a campaign once, finds the report in their own list, and nobody else does', async () => {
  const [creator, author, reader] = [await aPerson(), await aPerson(), await aPerson()]
  const campaign = await aCampaign(creator)
  const comment = await aComment(author, campaign.id)
  expect((await asked(reader, comment)).body).toMatchObject({ ...comment, title: expect.any(String), excerpt: 'He lives at 5 Elm Street', barrier: null })
  expect(await report(reader, comment)).toMatchObject({ status: 201, body: { id: expect.any(String), sentAt: expect.any(String) } })
  expect((await report(reader, { kind: 'campaign', id: campaign.id }, { reason: 'not_a_boycott' })).status).toBe(201)
  expect((await asked(reader, comment)).body.barrier).toBe('reported')
  expect(await report(reader, comment)).toMatchObject({ status: 409, body: { code: 'ALREADY_REPORTED' } })
  expect(await ownReports(reader)).toMatchObject([
    { kind: 'campaign', reason: 'not_a_boycott', outcome: null, subject: { path: `/campaigns/${campaign.slug}` } },
    { kind: 'comment', reason: 'harassment', outcome: null, subject: { id: comment.id } },
  ])
  for (const who of [author, creator]) expect(await ownReports(who)).toEqual([])
  expect((await report(creator, comment)).status).toBe(201)
})

test('concurrent reports of one person about one comment are stored once', async () => {
  const [author, reader] = [await aPerson(), await aPerson()]
  const comment = await aComment(author, (await aCampaign(author)).id)
  const answers = await Promise.all(Array.from({ length: 5 }, () => report(reader, comment)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  expect(await ownReports(reader)).toHaveLength(1)
})

test('only confirmed people report, never their own content, and only what they can see', async () => {
  const [creator, reader, waiting] = [await aPerson(), await aPerson(), await aPerson({ isCounted: false })]
  const campaign = await aCampaign(creator)
  const draft = await aCampaign(creator, { publish: false })
  const comment = await aComment(creator, campaign.id)
  // This site has no mail, so it cannot confirm the address of a visitor.
  expect(await report(null, comment, { email: 'ada@people.test' })).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  expect((await asked(null, comment)).body.barrier).toBe('signed_out')
  expect(await report(waiting, comment)).toMatchObject({ status: 403, body: { code: 'CONFIRM_EMAIL_FIRST' } })
  expect(await report(creator, comment)).toMatchObject({ status: 409, body: { code: 'OWN_CONTENT' } })
  expect(await report(creator, { kind: 'campaign', id: campaign.id })).toMatchObject({ status: 409, body: { code: 'OWN_CONTENT' } })
  for (const who of [reader, creator]) expect((await report(who, { kind: 'campaign', id: draft.id })).status).toBe(404)
  // The id of another kind of content is unknown.
  expect((await report(reader, { kind: 'update', id: comment.id })).status).toBe(404)
  await decide(await aPerson({ role: 'moderator' }), `comments/${comment.id}`, 'hidden')
  expect((await report(reader, comment)).status).toBe(404)
  expect((await asked(reader, comment)).status).toBe(404)
})

test('everything that a person can see and others wrote can be reported', async () => {
  const { db } = (await theSite()).store
  const [creator, reader] = [await aPerson(), await aPerson()]
  const campaign = await aCampaign(creator)
  const update = (await call(creator, 'POST', `/campaigns/${campaign.id}/updates`, { body: { body: 'They have asked us to talk.' } })).body
  const message = (await call(creator, 'POST', `/campaigns/${campaign.id}/chat`, { body: { body: 'Anybody here?' } })).body
  const community = await aCommunity(creator)
  const post = await written(creator, community, { body: 'Look at this shelf.' })
  const { target_id: target } = await db.selectFrom('campaign').select('target_id').where('id', '=', campaign.id).executeTakeFirstOrThrow()
  const subjects: Subject[] = [
    { kind: 'update', id: update.id },
    { kind: 'chat_message', id: message.id },
    { kind: 'post', id: post },
    { kind: 'community', id: community },
    { kind: 'person', id: creator.id },
    { kind: 'target', id: String(target) },
  ]
  for (const subject of subjects) expect({ subject, status: (await report(reader, subject)).status }).toEqual({ subject, status: 201 })
  expect((await ownReports(reader)).map(({ kind }: Subject) => kind).sort()).toEqual(subjects.map(({ kind }) => kind).sort())
})

test('what is inside a private community can be reported by its members only', async () => {
  const [owner, member, stranger] = [await aPerson(), await aPerson(), await aPerson()]
  const community = await aCommunity(owner, { privacy: 'private' })
  await setMembership(member, community)
  const post = { kind: 'post', id: await written(owner, community, { body: 'For members' }) }
  expect((await report(stranger, post)).status).toBe(404)
  expect((await asked(stranger, post)).status).toBe(404)
  expect((await report(member, post)).status).toBe(201)
  // The card of the community is public.
  expect((await report(stranger, { kind: 'community', id: community })).status).toBe(201)
})

test('a notice about illegal content names the law and its sender, who confirms good faith; every broken rule is reported at its field', async () => {
  const [author, reader] = [await aPerson(), await aPerson()]
  const comment = await aComment(author, (await aCampaign(author)).id)
  const notice = { reason: 'illegal', law: 'Section 187 of the criminal code', name: 'Ada Ashdown', email: 'ada@people.test', isGoodFaith: true }
  const refusals: [object, object][] = [
    [{ reason: 'illegal' }, { law: 'LAW_MISSING', name: 'NOTICE_NAME_MISSING', email: 'NOTICE_EMAIL_INVALID', isGoodFaith: 'GOOD_FAITH_MISSING' }],
    [{ ...notice, email: 'ada' }, { email: 'NOTICE_EMAIL_INVALID' }],
    [
      { ...notice, law: 'x'.repeat(501), name: 'n'.repeat(101) },
      { law: 'LAW_TOO_LONG', name: 'NOTICE_NAME_TOO_LONG' },
    ],
    [{ reason: 'other', details: ' ' }, { details: 'DETAILS_MISSING' }],
    [{ details: 'd'.repeat(2_001) }, { details: 'DETAILS_TOO_LONG' }],
  ]
  for (const [given, fields] of refusals) expect(await report(reader, comment, given)).toMatchObject({ status: 422, body: { data: { fields } } })
  for (const given of [{ reason: 'boring' }, { authorId: author.id }]) expect((await report(reader, comment, given)).status).toBe(400)
  expect(await ownReports(reader)).toEqual([])
  expect((await report(reader, comment, notice)).status).toBe(201)
})

test('a person sends at most 20 reports within an hour', async () => {
  const [author, reader] = [await aPerson(), await aPerson()]
  const campaign = await aCampaign(author)
  for (let sent = 0; sent < 20; sent++) expect((await report(reader, await aComment(author, campaign.id))).status).toBe(201)
  const comment = await aComment(author, campaign.id)
  const refused = await report(reader, comment)
  expect(refused).toMatchObject({ status: 429, body: { code: 'REPORTS_TOO_OFTEN' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  expect((await report(await aPerson(), comment)).status).toBe(201)
})

test('a person with a new account has at most five open reports, and sends more when one of them was decided', async () => {
  const [author, reader, moderator] = [await aPerson(), await aPerson({ isNew: true }), await aPerson({ role: 'moderator' })]
  const campaign = await aCampaign(author)
  const comments = []
  for (let n = 0; n <= 5; n++) comments.push(await aComment(author, campaign.id))
  const answers = await Promise.all(comments.map((comment) => report(reader, comment)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429])
  const at = answers.findIndex(({ status }) => status === 429)
  await decide(moderator, `comments/${comments[(at + 1) % 6]?.id}`, 'removed')
  expect((await report(reader, comments[at] as Subject)).status).toBe(201)
})

test('a decision ends all open reports with its outcome, and content that was shown again takes no new reports until it is edited', async () => {
  const [author, reader, other, moderator] = [await aPerson(), await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const comment = await aComment(author, (await aCampaign(author)).id)
  for (const who of [reader, other]) await report(who, comment)
  await decide(moderator, `comments/${comment.id}`, 'removed')
  for (const who of [reader, other])
    expect(await ownReports(who)).toMatchObject([{ kind: 'comment', outcome: 'removed', closedAt: expect.any(String), subject: null }])
  await decide(moderator, `comments/${comment.id}`, 'visible')
  expect((await asked(reader, comment)).body.barrier).toBe('reviewed')
  expect(await report(reader, comment)).toMatchObject({ status: 409, body: { code: 'ALREADY_REVIEWED' } })
  await call(author, 'PATCH', `/comments/${comment.id}`, { body: { body: 'He still lives at 5 Elm Street' } })
  expect((await report(reader, comment)).status).toBe(201)
})

test('reporters are notified once how their report ended, and the notification names nobody; author and moderator get none', async () => {
  const [author, reader, other, moderator] = [await aPerson(), await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const campaign = await aCampaign(author)
  const [kept, removed] = [await aComment(author, campaign.id), await aComment(author, campaign.id)]
  for (const who of [reader, moderator]) await report(who, kept)
  await report(other, removed)
  const bell = async (who: Person) => (await call(who, 'GET', '/notifications')).body.items.filter(({ type }: { type: string }) => type === 'report_closed')
  await call(moderator, 'POST', '/moderation/reports/keep', { body: kept })
  await decide(moderator, `comments/${removed.id}`, 'removed')
  const arrived = (who: Person) =>
    until(async () => {
      const items = await bell(who)
      return items.length > 0 ? items : null
    })
  expect(await arrived(reader)).toMatchObject([{ actor: null, outcome: 'kept' }])
  expect(await arrived(other)).toMatchObject([{ actor: null, outcome: 'removed' }])
  for (const who of [author, moderator]) expect(await bell(who)).toEqual([])
})

test('reports are in the data export; deleting an account removes its name from them and keeps them', async () => {
  const [author, reader] = [await aPerson(), await aPerson()]
  const comment = await aComment(author, (await aCampaign(author)).id)
  await report(reader, comment, { reason: 'illegal', law: 'A law', name: 'Ada Ashdown', email: 'ada@people.test', isGoodFaith: true })
  const { body } = await call(reader, 'GET', '/me/export')
  expect(body.reports).toMatchObject([{ kind: 'comment', id: comment.id, reason: 'illegal', details, law: 'A law', name: 'Ada Ashdown', outcome: null }])
  await left(reader)
  const { db } = (await theSite()).store
  const stored = db.selectFrom('report as o').innerJoin('report_case as k', 'k.id', 'o.case_id').selectAll('o').where('k.subject_id', '=', comment.id)
  expect(await stored.execute()).toMatchObject([{ reporter_id: null, notice_name: null, notice_email: null, details, law: 'A law' }])
})

test('without JavaScript the form sends the report and leads back to its page, which shows the receipt or the problem', async () => {
  const { origin } = await theSite()
  const [author, reader] = [await aPerson(), await aPerson()]
  const comment = await aComment(author, (await aCampaign(author)).id)
  const post = (who: Person, fields: Record<string, string>, from = origin) =>
    fetch(`${origin}/report`, {
      method: 'POST',
      headers: { cookie: who.cookie, origin: from, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...comment, details: '', law: '', ...fields }),
      redirect: 'manual',
    })
  expect((await post(reader, { reason: 'harassment' }, 'https://evil.test')).status).toBe(403)
  const back = `/report?kind=comment&id=${comment.id}`
  const refused = await post(reader, { reason: 'other' })
  expect([refused.status, refused.headers.get('location')]).toEqual([303, `${back}&problem=DETAILS_MISSING`])
  expect(await ownReports(reader)).toEqual([])
  const sent = await post(reader, { reason: 'harassment' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, back])
  expect(await ownReports(reader)).toMatchObject([{ kind: 'comment', reason: 'harassment' }])
})

test('a case is claimed by one moderator at a time; the other gets their name and cannot decide, until the claim is released or has expired', async () => {
  const { db } = (await theSite()).store
  const [first, second] = [await aPerson({ role: 'moderator' }), await aPerson({ role: 'moderator' })]
  const [author, reader] = [await aPerson(), await aPerson()]
  const comment = await aComment(author, (await aCampaign(author)).id)
  await report(reader, comment)
  const item = (who: Person) => caseAbout(who, comment.id)
  const { id } = await item(first)
  const claim = (who: Person, method = 'PUT') => call(who, method, `/moderation/reports/${id}/claim`)
  const keep = (who: Person) => call(who, 'POST', '/moderation/reports/keep', { body: comment })
  const answers = await Promise.all([claim(first), claim(second)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const [winner, loser] = answers[0]?.status === 200 ? [first, second] : [second, first]
  expect((await claim(winner)).status).toBe(200)
  expect(await claim(loser)).toMatchObject({ status: 409, body: { code: 'CLAIMED', data: { by: 'Test P.' } } })
  expect((await item(winner)).claim).toMatchObject({ isYours: true })
  expect((await item(loser)).claim).toMatchObject({ isYours: false, by: 'Test P.' })
  expect((await keep(loser)).body.code).toBe('CLAIMED')
  for (const state of ['hidden', 'removed', 'visible'])
    expect(await decide(loser, `comments/${comment.id}`, state)).toMatchObject({ status: 409, body: { code: 'CLAIMED', data: { by: 'Test P.' } } })
  // Another moderator cannot release it.
  await claim(loser, 'DELETE')
  expect((await claim(loser)).status).toBe(409)
  await claim(winner, 'DELETE')
  expect((await claim(loser)).status).toBe(200)
  await db
    .updateTable('report_case')
    .set({ claimed_until: new Date(Date.now() - 1_000) })
    .where('id', '=', id)
    .execute()
  expect((await item(winner)).claim).toBe(null)
  expect((await keep(winner)).status).toBe(200)
  expect((await claim(winner)).status).toBe(404)
})

test('reports of a person whose reports were mostly wrong neither make a case urgent nor move it up; the reports of others still do', async () => {
  const moderator = await aPerson({ role: 'moderator' })
  const [author, wrong, right] = [await aPerson(), await aPerson(), await aPerson()]
  const campaign = await aCampaign(author)
  for (let time = 0; time < 5; time++) {
    const comment = await aComment(author, campaign.id)
    await report(wrong, comment)
    await call(moderator, 'POST', '/moderation/reports/keep', { body: comment })
  }
  const comment = await aComment(author, campaign.id)
  await report(wrong, comment)
  const stored = async () => {
    const { db } = (await theSite()).store
    return db.selectFrom('report_case').select(['is_urgent', 'reporters', 'weight']).where('subject_id', '=', comment.id).executeTakeFirst()
  }
  expect(await stored()).toEqual({ is_urgent: false, reporters: 1, weight: 0 })
  await report(right, comment)
  expect(await stored()).toEqual({ is_urgent: true, reporters: 2, weight: 1 })
})

test('a text that its author edits while a moderator reads it is not kept, and takes new reports', async () => {
  const moderator = await aPerson({ role: 'moderator' })
  const [author, first, second] = [await aPerson(), await aPerson(), await aPerson()]
  const campaign = await aCampaign(author)
  await report(first, { kind: 'campaign', id: campaign.id })
  const read = () => caseAbout(moderator, campaign.id)
  const { version } = await read()
  expect((await call(author, 'PATCH', `/campaigns/${campaign.id}`, { body: { whyItMatters: 'Something abusive. '.repeat(10) } })).status).toBe(200)
  const keep = (seen: string) => call(moderator, 'POST', '/moderation/reports/keep', { body: { kind: 'campaign', id: campaign.id, version: seen } })
  expect(await keep(version)).toMatchObject({ status: 409, body: { code: 'CONTENT_CHANGED' } })
  expect((await report(second, { kind: 'campaign', id: campaign.id })).status).toBe(201)
  expect((await keep((await read()).version)).status).toBe(200)
})

test('a case shows earlier decisions and reports about its content and author; the summary counts open cases', async () => {
  const moderator = await aPerson({ role: 'moderator' })
  const [author, reader] = [await aPerson(), await aPerson()]
  const campaign = await aCampaign(author)
  const [comment, removed] = [await aComment(author, campaign.id), await aComment(author, campaign.id)]
  await decide(moderator, `comments/${removed.id}`, 'removed')
  await report(reader, comment)
  for (const state of ['hidden', 'visible']) await decide(moderator, `comments/${comment.id}`, state)
  await call(author, 'PATCH', `/comments/${comment.id}`, { body: { body: 'He still lives there' } })
  const open = async () => (await call(moderator, 'GET', '/moderation/reports/summary')).body.open
  const before = await open()
  await report(reader, comment)
  expect(await open()).toBe(before + 1)
  expect((await caseAbout(moderator, comment.id)).history).toMatchObject({
    decisions: [{ state: 'visible' }, { state: 'hidden', rule: 'private_details' }],
    closedReports: 1,
    authorDecisions: 2,
  })
})

test('moderators find open reports, urgent ones first and without the names of reporters, and keeping content ends them', async () => {
  const moderator = await aPerson({ role: 'moderator' })
  const [author, reader, other] = [await aPerson(), await aPerson(), await aPerson()]
  const campaign = await aCampaign(author)
  const [spam, threat] = [await aComment(author, campaign.id, 'Cheap watches'), await aComment(author, campaign.id)]
  await report(reader, spam, { reason: 'spam', details: 'An advertisement.' })
  await report(other, spam, { reason: 'spam', details: 'An advertisement.' })
  await report(reader, threat)
  const queue = async (who: Person | null) => call(who, 'GET', '/moderation/reports')
  const own = () => casesAbout(moderator, spam.id, threat.id)
  expect(await own()).toMatchObject([
    { subjectId: threat.id, isUrgent: true, reporters: 1, subject: { excerpt: 'He lives at 5 Elm Street' }, reports: [{ reason: 'harassment', details }] },
    { subjectId: spam.id, isUrgent: false, reporters: 2 },
  ])
  expect(JSON.stringify(await own())).not.toContain(reader.id)
  for (const who of [null, reader, author]) expect((await queue(who)).status).toBe(404)

  const keep = (who: Person, subject: Subject) => call(who, 'POST', '/moderation/reports/keep', { body: subject })
  expect((await keep(reader, spam)).status).toBe(404)
  expect((await keep(moderator, spam)).status).toBe(200)
  expect((await own()).map(({ subjectId }: { subjectId: string }) => subjectId)).toEqual([threat.id])
  expect((await ownReports(reader)).find(({ reason }: { reason: string }) => reason === 'spam')).toMatchObject({ outcome: 'kept' })
  expect(await report(await aPerson(), spam)).toMatchObject({ status: 409, body: { code: 'ALREADY_REVIEWED' } })
  await decide(moderator, `comments/${threat.id}`, 'removed')
  expect(await own()).toEqual([])
  expect((await keep(moderator, await aComment(moderator, campaign.id))).status).toBe(403)
})

test('the queue has pages of 50 cases, and each case is on one of them', async () => {
  const moderator = await aPerson({ role: 'moderator' })
  const author = await aPerson()
  const campaign = await aCampaign(author)
  const comments = await Promise.all(Array.from({ length: 57 }, () => aComment(author, campaign.id)))
  for (let from = 0; from < comments.length; from += 19) {
    const reader = await aPerson()
    for (const comment of comments.slice(from, from + 19)) await report(reader, comment)
  }
  const page = async (skip: number) => (await call(moderator, 'GET', `/moderation/reports?skip=${skip}`)).body
  const first = await page(0)
  expect(first.items).toHaveLength(50)
  const listed: string[] = []
  for (let skip = 0; skip < first.total; skip += 50) listed.push(...(await page(skip)).items.map((item: { subjectId: string }) => item.subjectId))
  expect(listed).toHaveLength(first.total)
  expect(new Set(listed)).toEqual(new Set([...listed, ...comments.map(({ id }) => id)]))
  expect((await page(first.total)).items).toEqual([])
})
