import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { plantCommunity, plantPost, plantPostComment, setMembership } from '#tests/support/communities.ts'
import { caseAbout } from '#tests/support/moderation.ts'
import { allNotified } from '#tests/support/notifications.ts'
import { done } from '#tests/support/readers.ts'
import { aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'

const reason = 'It is an advertisement.'

/** A community with a post and a comment of its member. */
async function aPlace(privacy: 'public' | 'private' = 'public') {
  const { db } = (await theSite()).store
  const [owner, mod, member, reader] = [await aPerson(), await aPerson(), await aPerson(), await aPerson()]
  const { id } = await plantCommunity(db, { owner: owner.id, privacy, members: [{ id: mod.id, role: 'mod' }, { id: member.id }, { id: reader.id }] })
  const post = (author: Person) => plantPost(db, { communityId: id, authorId: author.id, text: 'Buy these shoes' })
  const postId = await post(member)
  const commentId = await plantPostComment(db, { postId, authorId: member.id, text: 'Only today' })
  const report = (kind: 'post' | 'comment', subjectId: string, more: object = {}) =>
    done(reader, 'POST', '/reports', { kind, id: subjectId, reason: 'spam', details: 'Four times today.', ...more })
  const list = (who: Person | null) => call(who, 'GET', `/communities/${id}/reports`)
  const idsFor = async (who: Person) => (await list(who)).body.items.map(({ subject }: { subject: { id: string } }) => subject.id)
  const caseOf = async (subjectId: string) => (await list(owner)).body.items.find(({ subject }: { subject: { id: string } }) => subject.id === subjectId)
  return { id, owner, mod, member, reader, post, postId, commentId, report, list, idsFor, caseOf }
}

const decide = (who: Person | null, caseId: string, state: 'kept' | 'removed', more: object = {}) =>
  call(who, 'POST', `/community-reports/${caseId}/decision`, { body: { state, ...(state === 'removed' && { rule: 'spam', reason }), ...more } })
const illegal = { reason: 'illegal', law: 'Section 5', name: 'Ada Ashdown', email: 'ada@people.test', isGoodFaith: true }

test('owner and mods read what was reported in their community, grouped by content, without the names of the reporters; nobody else learns anything', async () => {
  const [{ report, list, ...place }, elsewhere] = [await aPlace('private'), await aPlace()]
  await report('post', place.postId)
  await report('comment', place.commentId)
  for (const who of [place.owner, place.mod]) {
    const { body } = await list(who)
    expect(body.total).toBe(2)
    expect(body.items[0]).toMatchObject({
      subject: { kind: 'post', id: place.postId, excerpt: expect.stringContaining('Buy these shoes') },
      ...{ reporters: 1, isClaimed: false, reports: [{ reason: 'spam', details: 'Four times today.' }] },
    })
    expect(JSON.stringify(body)).not.toContain(place.reader.id)
    // A UUIDv7 would begin with the moment of the report.
    const ids: string[] = body.items.flatMap((item: { id: string; reports: { id: string }[] }) => [item.id, ...item.reports.map((each) => each.id)])
    expect(ids.filter((id) => Math.abs(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - Date.now()) < 86_400_000)).toEqual([])
  }
  const { id } = await place.caseOf(place.postId)
  const nothing = await call(place.owner, 'GET', '/communities/0197a000-0000-7000-8000-000000000000/reports')
  const [moderator, stranger] = [await aPerson({ role: 'moderator' }), await aPerson()]
  for (const who of [place.member, stranger, moderator, elsewhere.owner]) {
    expect(await list(who)).toMatchObject({ status: 404, body: nothing.body })
    expect((await decide(who, id, 'kept')).status).toBe(404)
  }
})

test('a dismissed mod, a banned mod and the mods of a hidden community neither read nor decide', async () => {
  const { id, owner, mod, postId, report, list, caseOf } = await aPlace()
  await report('post', postId)
  const { id: caseId } = await caseOf(postId)
  for (const membership of [{ role: 'member' }, { status: 'banned' }] as const) {
    await setMembership(mod, id, membership)
    expect((await list(mod)).status).toBe(404)
    expect((await decide(mod, caseId, 'removed')).status).toBe(404)
  }
  await done(await aPerson({ role: 'moderator' }), 'PUT', `/communities/${id}/moderation`, { state: 'hidden', reason: 'It harasses one person.' })
  expect((await list(owner)).status).toBe(404)
  expect((await decide(owner, caseId, 'kept')).status).toBe(404)
})

test('a mod removes a reported post: it is gone, its author reads who decided and why, and the appeal goes to the site’s moderators', async () => {
  const { id, mod, member, reader, postId, report, caseOf, idsFor } = await aPlace()
  await report('post', postId)
  const { id: caseId } = await caseOf(postId)
  expect(await decide(mod, caseId, 'removed', { reason: ' ' })).toMatchObject({ status: 422, body: { data: { fields: { reason: 'REASON_MISSING' } } } })
  expect((await decide(mod, caseId, 'removed')).status).toBe(200)
  expect(await idsFor(mod)).toEqual([])
  expect((await decide(mod, caseId, 'removed')).status).toBe(404)
  expect((await call(reader, 'GET', `/posts/${postId}`)).status).toBe(404)
  expect((await done(reader, 'GET', '/reports')).items[0]).toMatchObject({ outcome: 'removed', byMods: true })
  const { moderation } = await done(member, 'GET', `/posts/${postId}`)
  expect(moderation).toMatchObject({ state: 'removed', rule: 'spam', reason, byMods: true })
  await allNotified()
  expect((await done(member, 'GET', '/notifications')).items[0]).toMatchObject({ type: 'content_removed', decision: { id: moderation.decisionId } })
  expect(await done(member, 'GET', `/decisions/${moderation.decisionId}`)).toMatchObject({ byMods: true, isReported: true, barrier: null, reason })

  const appeal = await done(member, 'POST', `/decisions/${moderation.decisionId}/appeal`, { body: 'I sell nothing.' })
  const moderator = await aPerson({ role: 'moderator' })
  expect((await call(mod, 'POST', `/moderation/appeals/${appeal.id}/decision`, { body: { outcome: 'declined', reason } })).status).toBe(404)
  const { items } = await done(moderator, 'GET', '/moderation/appeals')
  expect(items.find((item: { id: string }) => item.id === appeal.id)).toMatchObject({ decision: { byMods: true, state: 'removed' }, barrier: null })
  await done(moderator, 'POST', `/moderation/appeals/${appeal.id}/decision`, { outcome: 'granted', reason: 'So it is.' })
  expect((await done(reader, 'GET', `/communities/${id}/posts`)).items).toMatchObject([{ id: postId }])
})

test('a moderator of the site sees what mods removed in a public community, and shows it again', async () => {
  const { owner, reader, commentId, postId, report, caseOf } = await aPlace()
  await report('comment', commentId)
  await decide(owner, (await caseOf(commentId)).id, 'removed')
  expect((await call(reader, 'GET', `/comments/${commentId}`)).status).toBe(404)
  const moderator = await aPerson({ role: 'moderator' })
  const [seen] = (await done(moderator, 'GET', `/posts/${postId}/comments`)).items
  expect(seen).toMatchObject({ id: commentId, moderation: { byMods: true, reason } })
  await done(moderator, 'PUT', `/comments/${commentId}/moderation`, { state: 'visible', reason: 'It is no advertisement.' })
  expect((await done(reader, 'GET', `/comments/${commentId}`)).body).toBe('Only today')
})

test('reports of harassment and illegality, and those about the owner and mods, are for the site’s moderators alone', async () => {
  const { owner, mod, post, postId, commentId, report, list, idsFor, caseOf } = await aPlace()
  await report('post', postId)
  const { id: caseId } = await caseOf(postId)
  await report('comment', commentId, { reason: 'harassment' })
  for (const author of [owner, mod]) await report('post', await post(author))
  expect(await idsFor(owner)).toEqual([postId])
  // A later report takes the case away from them, also while one of them decides.
  await done(await aPerson(), 'POST', '/reports', { kind: 'post', id: postId, ...illegal })
  expect((await list(owner)).body).toEqual({ items: [], total: 0 })
  for (const state of ['kept', 'removed'] as const) expect((await decide(mod, caseId, state)).status).toBe(404)
  expect(await caseAbout(await aPerson({ role: 'moderator' }), postId)).toMatchObject({ reporters: 2, isUrgent: true, modsFirstUntil: null })
})

test('in a private community the site’s moderators read and remove what is reported to them, and read nothing else there', async () => {
  const { id, owner, member, reader, post, postId, commentId, report, idsFor } = await aPlace('private')
  const [moderator, stranger] = [await aPerson({ role: 'moderator' }), await aPerson()]
  await report('post', postId, { reason: 'harassment', details: 'It names my street.' })
  await report('comment', commentId, illegal)
  const byOwner = await post(owner)
  await report('post', byOwner)
  expect(await idsFor(owner)).toEqual([])
  for (const [subjectId, excerpt] of [
    [postId, 'Buy these shoes'],
    [commentId, 'Only today'],
    [byOwner, 'Buy these shoes'],
  ] as const)
    expect(await caseAbout(moderator, subjectId)).toMatchObject({ subject: { excerpt: expect.stringContaining(excerpt) }, isOpenToYou: false })
  const paths = [`/posts/${postId}`, `/posts/${postId}/comments`, `/comments/${commentId}`, `/communities/${id}/posts`]
  for (const path of paths) expect((await call(moderator, 'GET', path)).status).toBeGreaterThanOrEqual(403)
  const decision = { state: 'removed', rule: 'private_details', reason: 'It names a street.' }
  for (const path of [`/posts/${postId}`, `/comments/${commentId}`])
    expect((await call(stranger, 'PUT', `${path}/moderation`, { body: decision })).status).toBe(404)
  for (const [path, body] of [
    [`/posts/${postId}`, 'Buy these shoes'],
    [`/comments/${commentId}`, 'Only today'],
  ] as const) {
    expect(await done(moderator, 'PUT', `${path}/moderation`, decision)).toMatchObject({ body, moderation: { state: 'removed', byMods: false } })
    expect((await call(reader, 'GET', path)).status).toBe(404)
  }
  const { moderation } = await done(member, 'GET', `/posts/${postId}`)
  expect(await done(member, 'GET', `/decisions/${moderation.decisionId}`)).toMatchObject({ barrier: null, isReported: true })
  // The case has ended, and with it the access.
  expect((await call(moderator, 'PUT', `/posts/${postId}/moderation`, { body: decision })).status).toBe(404)
  for (const path of paths) expect((await call(moderator, 'GET', path)).status).toBeGreaterThanOrEqual(403)
})

test('in a private community the site’s moderators neither read nor keep nor remove what its mods can decide, until these have had 72 hours', async () => {
  const { db } = (await theSite()).store
  const { reader, postId, report } = await aPlace('private')
  const moderator = await aPerson({ role: 'moderator' })
  const keep = () => call(moderator, 'POST', '/moderation/reports/keep', { body: { kind: 'post', id: postId } })
  const warn = () => call(moderator, 'POST', '/moderation/reports/warn', { body: { kind: 'post', id: postId, reason } })
  const remove = () => call(moderator, 'PUT', `/posts/${postId}/moderation`, { body: { state: 'removed', reason } })
  await report('post', postId)
  expect(await caseAbout(moderator, postId)).toMatchObject({ subject: null, author: null, isOpenToYou: false, modsFirstUntil: expect.any(String) })
  for (const act of [keep, warn, remove]) expect((await act()).status).toBe(404)
  expect((await done(reader, 'GET', '/reports')).items[0]).toMatchObject({ outcome: null })
  await sql`update report_case set opened_at = now() - interval '73 hours' where subject_id = ${postId}`.execute(db)
  expect(await caseAbout(moderator, postId)).toMatchObject({ subject: { id: postId }, modsFirstUntil: null })
  expect((await keep()).status).toBe(200)
  expect((await done(reader, 'GET', '/reports')).items[0]).toMatchObject({ outcome: 'kept', byMods: false })
})

test('the site’s queue lists a case of a community as before, shows for 72 hours that its mods have it, and decides at any time', async () => {
  const { db } = (await theSite()).store
  const { mod, postId, commentId, report, caseOf } = await aPlace()
  await report('post', postId)
  const moderator = await aPerson({ role: 'moderator' })
  const { id, openedAt, modsFirstUntil } = await caseAbout(moderator, postId)
  expect(Date.parse(modsFirstUntil) - Date.parse(openedAt)).toBe(72 * 3_600_000)
  await done(moderator, 'PUT', `/moderation/reports/${id}/claim`)
  expect(await caseOf(postId)).toMatchObject({ isClaimed: true })
  expect((await decide(mod, id, 'removed')).body.code).toBe('CASE_CLAIMED')
  await done(moderator, 'DELETE', `/moderation/reports/${id}/claim`)
  await sql`update report_case set opened_at = now() - interval '73 hours' where id = ${id}`.execute(db)
  expect(await caseAbout(moderator, postId)).toMatchObject({ modsFirstUntil: null })
  await done(moderator, 'POST', '/moderation/reports/keep', { kind: 'post', id: postId })
  expect((await decide(mod, id, 'removed')).status).toBe(404)
  expect(await caseOf(postId)).toBeUndefined()
  // A case that began without a report gets its community with the first one.
  await sql`insert into report_case (id, subject_kind, subject_id, opened_at) values (uuid_v7(), 'comment', ${commentId}, now())`.execute(db)
  expect(await caseOf(commentId)).toBeUndefined()
  await report('comment', commentId)
  expect(await caseOf(commentId)).toMatchObject({ reporters: 1 })
})

test('what mods keep can be reported again: then it is for the site’s moderators, also after an edit, until these have decided', async () => {
  const { db } = (await theSite()).store
  const { mod, member, reader, postId, report, caseOf, idsFor } = await aPlace()
  await report('post', postId)
  const { id, version } = await caseOf(postId)
  expect((await decide(mod, id, 'kept', { version: '2026-01-01' })).body.code).toBe('CONTENT_CHANGED')
  expect((await decide(mod, id, 'kept', { version })).status).toBe(200)
  expect((await done(reader, 'GET', '/reports')).items[0]).toMatchObject({ outcome: 'kept', byMods: true })
  await report('post', postId)
  expect(await idsFor(mod)).toEqual([])
  const moderator = await aPerson({ role: 'moderator' })
  expect(await caseAbout(moderator, postId)).toMatchObject({
    modsFirstUntil: null,
    history: { decisions: [{ state: 'kept', byMods: true }] },
  })
  await done(member, 'PATCH', `/posts/${postId}`, { body: 'Buy these shoes, and socks' })
  expect(await idsFor(mod)).toEqual([])
  // The mods of a community do not weigh against a reporter on the site.
  const closed = await db.selectFrom('report').select(['outcome', 'by_mods']).where('reporter_id', '=', reader.id).where('closed_at', 'is not', null).execute()
  expect(closed).toEqual([{ outcome: 'kept', by_mods: true }])
  await done(moderator, 'POST', '/moderation/reports/keep', { kind: 'post', id: postId })
  await done(member, 'PATCH', `/posts/${postId}`, { body: 'Buy these shoes, socks and hats' })
  await report('post', postId)
  expect(await idsFor(mod)).toEqual([postId])
})

test('decisions of mods are figures of their own on the transparency page, and no decisions against their author on the site', async () => {
  const { owner, member, post, postId, commentId, report, caseOf } = await aPlace()
  const month = new Date().toISOString().slice(0, 7)
  const counted = async () => {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from moderation_decision where by_mods and created_at >= date_trunc('month', now(), 'UTC')`.execute((await theSite()).store.db)
    return rows[0]?.n ?? 0
  }
  await report('post', postId)
  await report('comment', commentId)
  await decide(owner, (await caseOf(commentId)).id, 'kept')
  await decide(owner, (await caseOf(postId)).id, 'removed')
  await until(async () => {
    const found = (await done(null, 'GET', '/transparency')).months.find((each: { month: string }) => each.month === month)
    return found.removed_by_mods + found.kept_by_mods === (await counted())
  })
  const other = await post(member)
  await report('post', other)
  expect((await caseAbout(await aPerson({ role: 'moderator' }), other)).history.authorDecisions).toBe(0)
  expect((await call(member, 'GET', `/posts/${postId}`)).body.moderation.byMods).toBe(true)
})
