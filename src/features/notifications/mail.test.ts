import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { commentOn } from '#tests/support/comments.ts'
import { plantCommunity } from '#tests/support/communities.ts'
import { aReader, must, nothingWaitsFor, type Reader, unsubscribeIn } from '#tests/support/readers.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'
import { aSiteWithMail } from '#tests/support/site-with-mail.ts'

const server = await aSiteWithMail()

const joins = (who: Person, id: string) => must(who, 'PUT', `/campaigns/${id}/pledge`, { body: { isPrivate: false } })
const mailsTo = ({ email }: Reader) => server.mails.filter(({ to }) => to === email)
/** Waits until all pledges are processed and no email to this person is queued. */
async function settled(who: Person) {
  const { db } = (await theSite()).store
  await until(async () => (await db.selectFrom('pledge_log').select('id').limit(1).execute()).length === 0)
  await until(() => nothingWaitsFor(who))
}

async function aCampaignOf(creator: Reader) {
  return aCampaign(creator, { title: 'No parcels from Globex' })
}

/** Makes the daily digest mails due now. */
async function morning() {
  const { db } = (await theSite()).store
  await db.updateTable('notification_mailing').set({ digest_at: new Date() }).where('digest_at', 'is not', null).execute()
}

test('a comment is mailed to the creator with its text, its link, the reason for the email and a link to unsubscribe', async () => {
  const [creator, fan] = [await aReader(), await aPerson()]
  const { id, slug } = await aCampaignOf(creator)
  const comment = await commentOn(fan, id, 'I **stopped** buying <there> & so did you')
  const mail = await server.next(creator.email)
  const { origin } = await theSite()
  expect(mail.subject).toBe('Test P. commented on No parcels from Globex')
  expect(mail.from?.address).toBe('hello@holdout.test')
  expect(mail.text).toContain('> I stopped buying <there> & so did you')
  expect(mail.html).toContain('I stopped buying &lt;there&gt; &amp; so did you')
  const place = `${origin}/campaigns/${slug}?tab=discussion&commentId=${comment}`
  expect(mail.text).toContain(place)
  expect(mail.html).toContain(`href="${place.replaceAll('&', '&amp;')}"`)
  expect(mail.text).toContain('because you started this Holdout')
  expect(mail.text).toContain(`${origin}/settings?tab=notifications`)
  // Both headers of RFC 8058 are on one line each, and the text of the email contains the same URL.
  expect(unsubscribeIn(mail)).toMatch(new RegExp(`^${origin}/unsubscribe/[\\w-]{60}$`))
  expect(mail.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  expect(mail.text).toContain(unsubscribeIn(mail))
})

test('a reply, an update and a victory are mailed immediately, each with its text and its own mail list', async () => {
  const [creator, reader] = [await aReader(), await aReader()]
  const { id, slug } = await aCampaignOf(creator)
  await joins(reader, id)
  const parent = await commentOn(reader, id, 'Who is with me?')
  await commentOn(creator, id, 'I am', { parentId: parent })
  const answer = await server.next(reader.email)
  expect(answer.subject).toMatch(/ replied to your comment$/)
  expect(answer.text).toContain('> I am')
  const update = await must(creator, 'POST', `/campaigns/${id}/updates`, { body: { title: 'Talks', body: `They asked us to talk. ${'word '.repeat(200)}` } })
  const notified = await server.next(reader.email)
  expect(notified.subject).toMatch(/ posted an update on No parcels from Globex$/)
  expect(notified.text).toContain('“Talks”')
  expect(notified.text).toContain('> They asked us to talk.')
  expect(notified.text?.length).toBeLessThan(1_500)
  expect(notified.text).toContain(`/campaigns/${slug}?tab=updates&updateId=${update.id}`)
  expect(unsubscribeIn(notified)).not.toBe(unsubscribeIn(answer))
  await must(creator, 'POST', `/campaigns/${id}/victory`, { body: { statement: 'They pay everyone now.' } })
  const won = await server.next(reader.email)
  expect(won.subject).toBe('Victory: No parcels from Globex')
  expect(won.text).toContain('They pay everyone now.')
  expect(unsubscribeIn(won)).toBe(unsubscribeIn(notified))
})

test('events in a community are mailed immediately, with a link to the content', async () => {
  const [owner, member, asks] = [await aReader(), await aReader(), await aReader()]
  const { db } = (await theSite()).store
  const made = await plantCommunity(db, { owner: owner.id, privacy: 'private', approvesMembers: true, members: [{ id: member.id }] })
  await must(asks, 'PUT', `/communities/${made.id}/membership`, { body: {} })
  const asked = await server.next(owner.email)
  expect(asked.subject).toMatch(/ asks to join /)
  expect(asked.text).toContain(`/communities/${made.slug}?tab=members`)
  await must(owner, 'PUT', `/communities/${made.id}/requests/${asks.id}`, { body: {} })
  expect((await server.next(asks.email)).subject).toMatch(/^You are now a member of /)
  const post = await must(member, 'POST', `/communities/${made.id}/posts`, { body: { title: 'Found', body: 'A shop that pays' } })
  const comment = await must(owner, 'POST', `/posts/${post.id}/comments`, { body: { body: 'Where is it?' } })
  const commented = await server.next(member.email)
  expect(commented.subject).toMatch(/ commented on your post$/)
  expect(commented.text).toContain('> Where is it?')
  expect(commented.text).toContain(`/communities/${made.slug}?postId=${post.id}&commentId=${comment.id}`)
  await must(member, 'POST', `/posts/${post.id}/comments`, { body: { body: 'Next door', parentId: comment.id } })
  expect((await server.next(owner.email)).text).toContain('> Next door')
  const news = await must(owner, 'POST', `/communities/${made.id}/posts`, { body: { title: 'Meeting', body: 'Tomorrow at six' } })
  await must(owner, 'PUT', `/posts/${news.id}/marks`, { body: { isAnnouncement: true } })
  const announced = await server.next(member.email)
  expect(announced.subject).toMatch(/^Announcement in /)
  expect(announced.text).toContain('> Tomorrow at six')
  expect(announced.text).toContain(`postId=${news.id}`)
})

test('five emails a day are sent immediately; further notifications are listed once in one digest mail the next morning', async () => {
  const [creator, fan] = [await aReader(), await aPerson()]
  const { id } = await aCampaignOf(creator)
  for (let number = 1; number <= 8; number++) {
    await commentOn(fan, id, `Comment number ${number}`)
    if (number <= 5) expect((await server.next(creator.email)).text).toContain(`> Comment number ${number}`)
  }
  await settled(creator)
  expect(mailsTo(creator)).toEqual([])
  // A decision of a moderator is mailed at once all the same.
  const own = await commentOn(creator, id, 'My own comment')
  const decision = { state: 'removed', rule: 'spam', reason: 'It is advertising.' }
  expect((await call(await aPerson({ role: 'moderator' }), 'PUT', `/comments/${own}/moderation`, { body: decision })).status).toBe(200)
  expect((await server.next(creator.email)).text).toContain(decision.reason)
  const { db } = (await theSite()).store
  const { digest_at } = await db.selectFrom('notification_mailing').select('digest_at').where('person_id', '=', creator.id).executeTakeFirstOrThrow()
  expect(digest_at?.toISOString()).toMatch(/T07:00:00.000Z$/)
  await morning()
  const digest = await server.next(creator.email)
  expect(digest.subject).toMatch(/^3 new notifications from /)
  expect(digest.text?.match(/commentId=/g)).toHaveLength(3)
  expect(unsubscribeIn(digest)).toContain('/unsubscribe/')
  await settled(creator)
  await morning()
  await settled(creator)
  expect(mailsTo(creator)).toEqual([])
  // The daily limit starts over on the next day.
  await sql`update notification_mailing set day = day - 1 where person_id = ${creator.id}`.execute(db)
  await commentOn(fan, id, 'Good morning')
  expect((await server.next(creator.email)).text).toContain('> Good morning')
})

test('a waiting digest mail names nobody whose pledge has become private', async () => {
  const [creator, fan] = [await aReader(), await aPerson()]
  await (await theSite()).store.db.updateTable('person').set({ first_name: 'Grace', last_name: 'Hopper' }).where('id', '=', fan.id).execute()
  const { id } = await aCampaignOf(creator)
  await must(fan, 'PUT', `/campaigns/${id}/pledge`, { body: { isPrivate: false } })
  await settled(creator)
  await must(fan, 'PATCH', `/campaigns/${id}/pledge`, { body: { isPrivate: true } })
  await morning()
  const digest = await server.next(creator.email)
  expect(digest.raw).toContain('joined No parcels from Globex')
  expect(digest.raw).not.toContain('Grace')
})

test('pledges, likes and milestones wait for the digest mail, which lists at most twenty', async () => {
  const [creator, fan] = [await aReader(), await aPerson()]
  const { id } = await aCampaignOf(creator)
  await joins(fan, id)
  const comments: string[] = []
  for (let number = 1; number <= 22; number++) comments.push(await commentOn(creator, id, `Own comment ${number}`))
  for (const comment of comments) await must(fan, 'PUT', `/likes/campaign_comment/${comment}`)
  await settled(creator)
  expect(mailsTo(creator)).toEqual([])
  await morning()
  const digest = await server.next(creator.email)
  expect(digest.subject).toMatch(/^23 new notifications from /)
  expect(digest.text?.match(/^\* /gm)).toHaveLength(20)
  expect(digest.text).toContain('and 3 more')
})

test('notifications that were read, or switched off meanwhile, are not mailed', async () => {
  const [creator, fan] = [await aReader(), await aPerson()]
  const { db } = (await theSite()).store
  const { id } = await aCampaignOf(creator)
  const meanwhile = {
    'Read before it goes out': () => must(creator, 'POST', '/notifications/read-all', { body: {} }),
    'Switched off before it goes out': () => must(creator, 'PATCH', '/me/settings', { body: { notifications: { email: false } } }),
  }
  for (const [words, act] of Object.entries(meanwhile)) {
    await server.stop()
    await commentOn(fan, id, words)
    await until(() => db.selectFrom('mail').select('id').where('person_id', '=', creator.id).where('last_error', 'is not', null).executeTakeFirst())
    await act()
    await server.start()
    await db.updateTable('mail').set({ next_try_at: new Date() }).where('person_id', '=', creator.id).execute()
    await settled(creator)
  }
  await commentOn(fan, id, 'Nobody wants this one')
  await settled(creator)
  expect(mailsTo(creator)).toEqual([])
})

test('the setting “Campaign updates” stops updates and victories only', async () => {
  const [creator, reader] = [await aReader(), await aReader()]
  const { id } = await aCampaignOf(creator)
  await joins(reader, id)
  await must(reader, 'PATCH', '/me/settings', { body: { notifications: { campaignUpdates: false } } })
  await must(creator, 'POST', `/campaigns/${id}/updates`, { body: { body: 'They asked us to talk' } })
  await settled(reader)
  const parent = await commentOn(reader, id, 'Who is with me?')
  await commentOn(creator, id, 'I am', { parentId: parent })
  expect((await server.next(reader.email)).text).toContain('> I am')
  expect(mailsTo(reader)).toEqual([])
})

test('unconfirmed addresses, refused addresses and suspended people get no mail', async () => {
  const [creator, unconfirmed, refused, suspended] = [await aReader(), await aPerson(), await aReader(), await aReader()]
  const { db } = (await theSite()).store
  const { id } = await aCampaignOf(creator)
  for (const who of [unconfirmed, refused, suspended]) await joins(who, id)
  server.refuses.set(refused.email, { responseCode: 550, message: '5.1.1 no such mailbox' })
  await must(creator, 'POST', `/campaigns/${id}/updates`, { body: { body: 'The first' } })
  await until(() => db.selectFrom('refused_address').select('address').where('address', '=', refused.email).executeTakeFirst())
  server.refuses.delete(refused.email)
  await server.next(suspended.email)
  await db.updateTable('person').set({ suspended_at: new Date() }).where('id', '=', suspended.id).execute()
  await must(creator, 'POST', `/campaigns/${id}/updates`, { body: { body: 'The second' } })
  for (const who of [unconfirmed, refused, suspended]) await settled(who)
  expect(server.mails.filter(({ to }) => [refused.email, suspended.email, `${unconfirmed.id}@people.test`].includes(to))).toEqual([])
})

test('while the mail server is down no mail is lost or sent twice, also mail about accounts', async () => {
  const { store, mail } = await theSite()
  const readers = await Promise.all(Array.from({ length: 30 }, aReader))
  const creator = await aReader()
  const { id } = await aCampaignOf(creator)
  for (const reader of readers) await joins(reader, id)
  await server.stop()
  await must(creator, 'POST', `/campaigns/${id}/updates`, { body: { body: 'While it is away' } })
  const rows = await until(async () => {
    const found = await store.db
      .selectFrom('mail')
      .select(['id', 'address'])
      .where('kind', '=', 'campaign_update')
      .where('last_error', 'is not', null)
      .execute()
    return (found.length >= 20 && found) || undefined
  })
  const { last_error } = await store.db
    .selectFrom('mail')
    .select('last_error')
    .where('id', '=', rows[0]?.id ?? '')
    .executeTakeFirstOrThrow()
  expect(last_error).toMatch(/^E\w+ \w+$/)
  const own = `${creator.id}@own.test`
  const letter = { subject: 'About the account', preheader: '', paragraphs: [] }
  await mail.add(store.db, { kind: 'test', to: own, letter, expiresAt: new Date(Date.now() + 60_000) })
  await store.db.updateTable('mail').set({ next_try_at: new Date() }).execute()
  await server.start()
  await server.next(own)
  for (const reader of readers) await server.next(reader.email)
  await until(async () => (await store.db.selectFrom('mail').select('id').execute()).length === 0)
  expect(readers.flatMap(mailsTo)).toEqual([])
})

test('an email that could not be sent for three days is shown to the operator without its text', async () => {
  const { db } = (await theSite()).store
  const [creator, fan] = [await aReader(), await aPerson()]
  const { id } = await aCampaignOf(creator)
  server.refuses.set(creator.email, { responseCode: 451, message: '4.3.0 not now' })
  await commentOn(fan, id, 'Never arrives')
  const { id: mailId } = await until(() =>
    db.selectFrom('mail').select('id').where('person_id', '=', creator.id).where('last_error', 'is not', null).executeTakeFirst(),
  )
  await db
    .updateTable('mail')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('id', '=', mailId)
    .execute()
  const failed = await until(() =>
    db.selectFrom('mail').select(['last_error', 'letter']).where('id', '=', mailId).where('failed_at', 'is not', null).executeTakeFirst(),
  )
  expect(failed.letter).toBeNull()
  expect(failed.last_error).toContain('451')
  expect(failed.last_error).not.toContain('@')
  server.refuses.delete(creator.email)
  await db.deleteFrom('mail').where('id', '=', mailId).execute()
})

test('a person who has left a private community gets no queued email about it', async () => {
  const { db } = (await theSite()).store
  const [owner, member] = [await aReader(), await aReader()]
  const made = await plantCommunity(db, { owner: owner.id, privacy: 'private', members: [{ id: member.id }] })
  await server.stop()
  const post = await must(owner, 'POST', `/communities/${made.id}/posts`, { body: { title: 'Secret', body: 'For members alone' } })
  await must(owner, 'PUT', `/posts/${post.id}/marks`, { body: { isAnnouncement: true } })
  await until(() => db.selectFrom('mail').select('id').where('person_id', '=', member.id).where('last_error', 'is not', null).executeTakeFirst())
  await must(member, 'DELETE', `/communities/${made.id}/membership`)
  await db.updateTable('mail').set({ next_try_at: new Date() }).where('person_id', '=', member.id).execute()
  await server.start()
  await settled(member)
  expect(mailsTo(member)).toEqual([])
})

test('the weekly digest mail lists active campaigns for the same cause that the person neither created nor joined, and is sent only if there are any', async () => {
  const { db } = (await theSite()).store
  const [starter, reader, lonely] = [await aReader(), await aReader(), await aReader()]
  const causes = [{ name: `Cause ${reader.id.slice(-8)}` }]
  const joined = await aCampaign(starter, { title: 'Joined already by the reader', causes })
  await aCampaign(starter, { title: 'Worth a look for the reader', causes })
  await aCampaign(reader, { title: 'My own one to begin with', causes })
  await joins(reader, joined.id)
  const due = [reader, lonely].map(({ id }) => ({ person_id: id, weekly_at: new Date() }))
  await db
    .insertInto('notification_mailing')
    .values(due)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ weekly_at: new Date() }))
    .execute()
  const weekly = await server.next(reader.email)
  expect(weekly.subject).toBe('Holdouts you may want to join')
  expect(weekly.text).toContain('* Worth a look for the reader')
  expect(weekly.text).not.toMatch(/Joined already|My own/)
  const next = await db.selectFrom('notification_mailing').select('weekly_at').where('person_id', '=', reader.id).executeTakeFirst()
  expect(next?.weekly_at?.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  await must(reader, 'PATCH', '/me/settings', { body: { notifications: { recommendations: false } } })
  await db.updateTable('notification_mailing').set({ weekly_at: new Date() }).where('person_id', '=', reader.id).execute()
  await until(async () => (await db.selectFrom('notification_mailing').select('person_id').where('weekly_at', '<=', new Date()).execute()).length === 0)
  for (const who of [reader, lonely]) await settled(who)
  expect([reader, lonely].flatMap(mailsTo)).toEqual([])
})
