import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sweepUnusedMedia } from '#features/media/server/jobs.ts'
import { closeGone } from '#features/reports/server/jobs.ts'
import { folderStorage } from '#platform/server/storage.ts'
import { commentOn } from '#tests/support/comments.ts'
import { aCommunity, setMembership } from '#tests/support/communities.ts'
import { caseAbout, grantAppeal, moderating, statusOf } from '#tests/support/moderation.ts'
import { bellOf } from '#tests/support/notifications.ts'
import { done } from '#tests/support/readers.ts'
import { aCampaign, aPerson, call, left, type Person, theSite, until } from '#tests/support/site.ts'
import { uniqueWords } from '#tests/support/unique-words.ts'
import { uploaded } from '#tests/support/upload.ts'

const reason = 'It shows where a store manager lives.'
const moderate = moderating('/media', { rule: 'private_details', reason })
const report = (who: Person | null, id: string, why = 'spam') => call(who, 'POST', '/reports', { body: { kind: 'picture', id, reason: why } })

const aModerator = () => aPerson({ role: 'moderator' })

/** A campaign with a cover. */
async function aCovered(creator: Person, title?: string) {
  const cover = await uploaded(creator, { purpose: 'campaign_cover', width: 640, height: 360 })
  return { cover, campaign: await aCampaign(creator, { coverMediaId: cover.id, ...(title && { title }) }) }
}

/** A person with an avatar, who has commented on somebody's campaign. */
async function aFace(options: { isNew?: boolean } = {}) {
  const person = await aPerson(options)
  const { id } = await uploaded(person, { purpose: 'avatar' })
  await done(person, 'PATCH', '/me/settings', { avatarMediaId: id })
  const campaign = await aCampaign(await aPerson())
  await commentOn(person, campaign.id, 'Look at me')
  const avatarUrl: string = (await done(null, 'GET', `/profiles/${person.id}`)).avatarUrl
  return { person, id, campaign, avatarUrl }
}

async function aPicturedComment(author: Person, campaignId: string) {
  const picture = await uploaded(author)
  const comment = await done(author, 'POST', `/campaigns/${campaignId}/comments`, { body: 'Look', mediaIds: [picture.id] })
  return { picture, commentId: comment.id as string }
}

const commentsOf = async (id: string) => (await done(null, 'GET', `/campaigns/${id}/comments`)).items
const coverOf = async (id: string, who: Person | null = null) => (await done(who, 'GET', `/campaigns/${id}`)).cover

test('a member reports one picture of a comment, sees it in their reports, and learns what became of it; its owner cannot report it', async () => {
  const [author, reader, moderator] = [await aPerson(), await aPerson(), await aModerator()]
  const campaign = await aCampaign(await aPerson())
  const { picture, commentId } = await aPicturedComment(author, campaign.id)
  const about = await done(null, 'GET', `/reports/subject?kind=comment&id=${commentId}`)
  expect(about.pictures).toMatchObject([{ id: picture.id, state: null }])
  expect(await done(reader, 'GET', `/reports/subject?kind=picture&id=${picture.id}`)).toMatchObject({
    ...{ kind: 'picture', id: picture.id, excerpt: '', barrier: null, pictures: [{ id: picture.id }] },
    path: expect.stringContaining(commentId),
  })
  expect((await report(author, picture.id)).body.code).toBe('OWN_CONTENT')
  expect((await report(reader, picture.id)).status).toBe(201)
  expect(await caseAbout(moderator, picture.id)).toMatchObject({
    kind: 'picture',
    author: { id: author.id },
    subject: { pictures: [{ id: picture.id, state: null }] },
  })
  expect(await caseAbout(moderator, commentId)).toBeUndefined()
  expect((await moderate(moderator, picture.id, 'removed')).body).toEqual({ id: picture.id, state: 'removed' })
  expect((await done(reader, 'GET', '/reports')).items).toMatchObject([{ kind: 'picture', outcome: 'removed', subject: null }])
  expect(await commentsOf(campaign.id)).toMatchObject([{ id: commentId, body: 'Look', pictures: [] }])
  expect((await report(await aPerson(), picture.id)).status).toBe(404)
})

test('a picture can be reported by exactly those who see its place', async () => {
  const [owner, member, stranger] = [await aPerson(), await aPerson(), await aPerson()]
  const communityId = await aCommunity(owner, { privacy: 'private' })
  await setMembership(member, communityId)
  const [picture, banner] = [await uploaded(owner), await uploaded(owner, { purpose: 'community_banner', width: 600, height: 200 })]
  await done(owner, 'POST', `/communities/${communityId}/posts`, { body: 'For members', mediaIds: [picture.id] })
  await done(owner, 'PATCH', `/communities/${communityId}`, { bannerMediaId: banner.id })
  const unused = await uploaded(owner)
  const draft = await uploaded(owner, { purpose: 'campaign_cover' })
  await aCampaign(owner, { publish: false, coverMediaId: draft.id })
  for (const { id } of [picture, banner]) {
    expect([(await report(stranger, id)).status, (await report(member, id)).status]).toEqual([404, 201])
  }
  for (const { id } of [unused, draft]) expect((await report(stranger, id)).status).toBe(404)
  // The card of a private community is public, its banner is not.
  expect((await done(stranger, 'GET', `/reports/subject?kind=community&id=${communityId}`)).pictures).toEqual([])
})

test('reports of three members hide a new person’s avatar: it is gone from the profile, their comments and its file, and stays for its person and moderators', async () => {
  const { person, id, campaign, avatarUrl } = await aFace({ isNew: true })
  const moderator = await aModerator()
  expect([(await commentsOf(campaign.id))[0].author.avatarUrl, await statusOf(null, avatarUrl)]).toEqual([avatarUrl, 200])
  for (let n = 0; n < 3; n += 1) expect((await report(await aPerson(), id)).status).toBe(201)
  await until(async () => (await done(null, 'GET', `/profiles/${person.id}`)).avatarUrl === null)
  expect((await commentsOf(campaign.id))[0].author.avatarUrl).toBeNull()
  for (const who of [null, await aPerson()]) expect(await statusOf(who, avatarUrl)).toBe(404)
  for (const who of [person, moderator]) expect(await statusOf(who, avatarUrl)).toBe(200)
  expect(await caseAbout(moderator, id)).toMatchObject({
    isUrgent: true,
    hidden: { state: 'hidden_by_reports' },
    subject: { pictures: [{ state: 'hidden_by_reports' }] },
  })
  const notice = await until(async () => (await bellOf(person)).find(({ type }) => type === 'content_decision'))
  const statement = await done(person, 'GET', `/decisions/${notice.decision.id}`)
  expect(statement).toMatchObject({
    kind: 'picture',
    state: 'hidden_by_reports',
    barrier: 'waiting',
    subject: { pictures: [{ id, state: 'hidden_by_reports' }] },
  })
  // A moderator keeps it, so it is shown again.
  expect((await call(moderator, 'POST', '/moderation/reports/keep', { body: { kind: 'picture', id } })).status).toBe(200)
  await until(async () => (await done(null, 'GET', `/profiles/${person.id}`)).avatarUrl === avatarUrl)
  expect((await report(await aPerson(), id)).body.code).toBe('ALREADY_REVIEWED')
})

test('without a look a hidden picture returns after 72 hours', async () => {
  const { person, id, avatarUrl } = await aFace({ isNew: true })
  await aModerator()
  const { db } = (await theSite()).store
  for (let n = 0; n < 3; n += 1) await report(await aPerson(), id)
  await until(async () => (await done(null, 'GET', `/profiles/${person.id}`)).avatarUrl === null)
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update moderation_decision set created_at = created_at - interval '72 hours' where subject_id = ${id}`.execute(tx)
  })
  // Wakes the job.
  await report(await aPerson(), (await aFace()).id)
  await until(async () => (await done(null, 'GET', `/profiles/${person.id}`)).avatarUrl === avatarUrl)
})

test('reports hide neither the cover of a new person’s campaign nor a member’s avatar', async () => {
  const creator = await aPerson({ isNew: true })
  const [{ cover, campaign }, member, other] = [await aCovered(creator), await aFace(), await aFace({ isNew: true })]
  await aModerator()
  for (let n = 0; n < 4; n += 1) for (const id of [cover.id, member.id]) expect((await report(await aPerson(), id)).status).toBe(201)
  // A run of the job that began after these reports.
  for (let n = 0; n < 3; n += 1) await report(await aPerson(), other.id)
  await until(async () => (await done(null, 'GET', `/profiles/${other.person.id}`)).avatarUrl === null)
  expect(await coverOf(campaign.id)).toMatchObject({ id: cover.id })
  expect((await done(null, 'GET', `/profiles/${member.person.id}`)).avatarUrl).toBe(member.avatarUrl)
})

test('a removed cover is gone from the campaign, lists, search and file, and a granted appeal puts it back', async () => {
  const [creator, moderator, other] = [await aPerson(), await aModerator(), await aModerator()]
  const title = `No secrets from us ${uniqueWords()}`
  const { cover, campaign } = await aCovered(creator, title)
  const path = `/campaigns/${campaign.slug}`
  await moderate(moderator, cover.id, 'removed')
  for (const who of [null, creator, moderator]) expect(await coverOf(campaign.id, who)).toBeNull()
  for (const list of ['/campaigns?limit=50', `/search?q=${encodeURIComponent(title)}`, '/me/campaigns'])
    expect(JSON.stringify((await call(creator, 'GET', list)).body)).not.toContain(cover.id)
  for (const who of [null, await aPerson()]) expect(await statusOf(who, cover.url)).toBe(404)
  for (const who of [creator, moderator]) expect(await statusOf(who, cover.url)).toBe(200)
  const notice = await until(async () => (await bellOf(creator)).find(({ type }) => type === 'content_removed'))
  const decisionId = notice.decision.id
  const statement = await done(creator, 'GET', `/decisions/${decisionId}`)
  expect(statement).toMatchObject({
    kind: 'picture',
    state: 'removed',
    reason,
    barrier: null,
    subject: { path, pictures: [{ id: cover.id, state: 'removed' }] },
  })
  await grantAppeal(decisionId, { author: creator, moderator: other })
  expect(await coverOf(campaign.id)).toMatchObject({ id: cover.id })
  expect(await statusOf(null, cover.url)).toBe(200)
})

test('a removed cover cannot be chosen again, not even from a form that was open, and a restoration does not replace a new one', async () => {
  const [creator, moderator] = [await aPerson(), await aModerator()]
  const { cover, campaign } = await aCovered(creator)
  await moderate(moderator, cover.id, 'removed')
  const choose = (coverMediaId: string) => call(creator, 'PATCH', `/campaigns/${campaign.id}`, { body: { coverMediaId } })
  expect((await choose(cover.id)).body.data.fields).toEqual({ cover: 'COVER_UNKNOWN' })
  const chosen = await uploaded(creator, { purpose: 'campaign_cover', width: 500, height: 300 })
  expect((await choose(chosen.id)).status).toBe(200)
  expect((await moderate(moderator, cover.id, 'visible')).body.state).toBeNull()
  expect(await coverOf(campaign.id)).toMatchObject({ id: chosen.id })
  expect(await statusOf(null, cover.url)).toBe(404)
  const { id } = await aFace()
  const face = await aFace()
  await moderate(moderator, face.id, 'removed')
  expect((await call(face.person, 'PATCH', '/me/settings', { body: { avatarMediaId: face.id } })).status).toBe(422)
  expect((await call(face.person, 'PATCH', '/me/settings', { body: { avatarMediaId: id } })).status).toBe(422)
})

test('a picture of an update or a post can be hidden and restored at its place among the others', async () => {
  const [creator, moderator] = [await aPerson(), await aModerator()]
  const campaign = await aCampaign(creator)
  const pictures = [await uploaded(creator), await uploaded(creator, { width: 50 }), await uploaded(creator, { width: 60 })]
  const ids = pictures.map(({ id }) => id)
  const update = await done(creator, 'POST', `/campaigns/${campaign.id}/updates`, { body: 'Three pictures', mediaIds: ids })
  const shown = async () => (await done(null, 'GET', `/updates/${update.id}`)).pictures.map(({ id }: { id: string }) => id)
  await moderate(moderator, ids[1] ?? '', 'hidden')
  expect(await shown()).toEqual([ids[0], ids[2]])
  await moderate(moderator, ids[1] ?? '', 'visible')
  expect(await shown()).toEqual(ids)
  const communityId = await aCommunity(creator)
  const logo = await uploaded(creator, { purpose: 'community_logo' })
  await done(creator, 'PATCH', `/communities/${communityId}`, { logoMediaId: logo.id })
  const card = async () => (await done(null, 'GET', `/communities/${communityId}`)).logoUrl
  const before = await card()
  await moderate(moderator, logo.id, 'removed')
  expect(await card()).toBeNull()
  await moderate(moderator, logo.id, 'visible')
  expect(await card()).toBe(before)
})

test('a profile that is hidden keeps its restored picture hidden, and the picture that is removed stays away when the profile returns', async () => {
  const [face, moderator] = [await aFace(), await aModerator()]
  const profile = moderating('/profiles', { rule: 'private_details', reason })
  const avatar = async () => (await done(null, 'GET', `/profiles/${face.person.id}`)).avatarUrl
  await moderate(moderator, face.id, 'removed')
  await profile(moderator, face.person.id, 'hidden')
  await profile(moderator, face.person.id, 'visible')
  expect(await avatar()).toBeNull()
  await profile(moderator, face.person.id, 'hidden')
  await moderate(moderator, face.id, 'visible')
  expect(await avatar()).toBeNull()
  await profile(moderator, face.person.id, 'visible')
  expect(await avatar()).toBe(face.avatarUrl)
})

test('while a profile is hidden the reports of its picture stay open, and a decision about it holds when the profile returns', async () => {
  const { db } = (await theSite()).store
  const [face, reader, moderator] = [await aFace(), await aPerson(), await aModerator()]
  const profile = moderating('/profiles', { rule: 'private_details', reason })
  const avatar = async () => (await done(null, 'GET', `/profiles/${face.person.id}`)).avatarUrl
  const outcome = async () => (await done(reader, 'GET', '/reports')).items[0].outcome
  await report(reader, face.id)
  await profile(moderator, face.person.id, 'hidden')
  await closeGone(db)
  expect(await outcome()).toBeNull()
  expect((await report(await aPerson(), face.id)).status).toBe(404)
  expect(await caseAbout(moderator, face.id)).toMatchObject({ reporters: 1, subject: { pictures: [{ id: face.id, state: 'hidden' }] } })
  expect((await moderate(moderator, face.id, 'removed')).body.state).toBe('removed')
  expect(await outcome()).toBe('removed')
  await profile(moderator, face.person.id, 'visible')
  expect([await avatar(), await statusOf(null, face.avatarUrl), await statusOf(face.person, face.avatarUrl)]).toEqual([null, 404, 200])
  await moderate(moderator, face.id, 'visible')
  expect(await avatar()).toBe(face.avatarUrl)
  // Kept while the profile is hidden, it returns with the profile and not before.
  await profile(moderator, face.person.id, 'removed')
  expect((await moderate(moderator, face.id, 'visible')).status).toBe(200)
  expect([await avatar(), await statusOf(null, face.avatarUrl)]).toEqual([null, 404])
  await profile(moderator, face.person.id, 'visible')
  expect(await avatar()).toBe(face.avatarUrl)
})

test('a picture cannot be shown again after its owner has deleted the comment from which moderators took it, nor while its profile is hidden', async () => {
  const [author, moderator] = [await aPerson(), await aModerator()]
  const campaign = await aCampaign(await aPerson())
  const again = (mediaId: string) => call(author, 'POST', `/campaigns/${campaign.id}/comments`, { body: { body: 'Look again', mediaIds: [mediaId] } })
  for (const state of ['removed', 'hidden']) {
    const { picture, commentId } = await aPicturedComment(author, campaign.id)
    await moderate(moderator, picture.id, state)
    await done(author, 'DELETE', `/comments/${commentId}`)
    expect(await again(picture.id)).toMatchObject({ status: 422, body: { data: { fields: { mediaIds: 'PICTURE_UNKNOWN' } } } })
  }
  const { picture, commentId } = await aPicturedComment(author, campaign.id)
  for (const state of ['hidden', 'visible']) await moderate(moderator, picture.id, state)
  await done(author, 'DELETE', `/comments/${commentId}`)
  expect((await again(picture.id)).status).toBe(201)
  const face = await aFace()
  await moderating('/profiles', { rule: 'private_details', reason })(moderator, face.person.id, 'hidden')
  expect((await call(face.person, 'PATCH', '/me/settings', { body: { avatarMediaId: face.id } })).status).toBe(422)
})

test('only moderators decide about a picture, never about their own, and in a private community only about what is reported to them', async () => {
  const [owner, member, moderator, stranger] = [await aPerson(), await aPerson(), await aModerator(), await aPerson()]
  const communityId = await aCommunity(owner, { privacy: 'private' })
  await setMembership(member, communityId)
  const picture = await uploaded(owner)
  await done(owner, 'POST', `/communities/${communityId}/posts`, { body: 'For members', mediaIds: [picture.id] })
  expect((await moderate(stranger, picture.id, 'removed')).status).toBe(404)
  expect([(await moderate(moderator, picture.id, 'removed')).status, await statusOf(moderator, picture.url)]).toEqual([404, 404])
  await report(member, picture.id)
  expect(await caseAbout(moderator, picture.id)).toMatchObject({ isOpenToYou: false, subject: { pictures: [{ id: picture.id }] } })
  expect([await statusOf(moderator, picture.url), await statusOf(stranger, picture.url)]).toEqual([200, 404])
  expect((await moderate(member, picture.id, 'removed')).status).toBe(403)
  expect((await moderate(moderator, picture.id, 'removed')).status).toBe(200)
  // With the end of the case the moderator's access ends.
  expect([await statusOf(moderator, picture.url), await statusOf(member, picture.url), await statusOf(owner, picture.url)]).toEqual([404, 404, 200])
  const own = await aCovered(moderator)
  expect((await moderate(moderator, own.cover.id, 'hidden')).status).toBe(403)
})

test('in a private community a picture that was hidden without a report of its own stays with the site’s moderators until one of them decides', async () => {
  const { db } = (await theSite()).store
  const [owner, member, moderator, other] = [await aPerson(), await aPerson(), await aModerator(), await aModerator()]
  const communityId = await aCommunity(owner, { privacy: 'private' })
  await setMembership(member, communityId)
  const post = async (mediaId: string) => (await done(owner, 'POST', `/communities/${communityId}/posts`, { body: 'For members', mediaIds: [mediaId] })).id
  const [removed, restored, quiet] = [await uploaded(owner), await uploaded(owner), await uploaded(owner)]
  const [removedFrom, postId, unreportedId] = [await post(removed.id), await post(restored.id), await post(quiet.id)]
  for (const [id, picture] of [
    [removedFrom, removed],
    [postId, restored],
  ]) {
    await done(member, 'POST', '/reports', { kind: 'post', id, reason: 'harassment', details: 'It shows my home.' })
    expect((await moderate(moderator, picture.id, 'hidden')).status).toBe(200)
    expect((await call(moderator, 'POST', '/moderation/reports/keep', { body: { kind: 'post', id } })).status).toBe(200)
  }
  // A moderator who was a member has left, and reports are deleted after two years.
  const hidesPost = moderating('/posts', { reason })
  await setMembership(other, communityId)
  expect((await hidesPost(other, unreportedId, 'hidden')).status).toBe(200)
  await db.deleteFrom('community_member').where('person_id', '=', other.id).execute()
  await sql`delete from report o using report_case k where k.id = o.case_id and k.subject_id in (${removedFrom}, ${postId})`.execute(db)
  for (const { id } of [removed, restored])
    expect(await caseAbout(other, id)).toMatchObject({ isOpenToYou: false, subject: { pictures: [{ id, state: 'hidden' }] } })
  expect(await caseAbout(moderator, unreportedId)).toMatchObject({ isOpenToYou: false, subject: { pictures: [{ id: quiet.id }] } })
  expect([await statusOf(other, removed.url), await statusOf(member, removed.url)]).toEqual([200, 404])
  expect((await moderate(other, removed.id, 'removed')).status).toBe(200)
  expect((await moderate(other, restored.id, 'visible')).status).toBe(200)
  expect((await hidesPost(moderator, unreportedId, 'removed')).status).toBe(200)
  for (const id of [removed.id, restored.id, unreportedId]) expect(await caseAbout(other, id)).toBeUndefined()
  // The cases have ended, and with them the access.
  for (const { url } of [removed, restored, quiet]) expect(await statusOf(other, url)).toBe(404)
  expect(JSON.stringify(await done(member, 'GET', `/posts/${postId}`))).toContain(restored.id)
})

test('of two moderators one claims the case, and the other’s decision about its picture is refused', async () => {
  const [author, reader, moderator, other] = [await aPerson(), await aPerson(), await aModerator(), await aModerator()]
  const { picture, commentId } = await aPicturedComment(author, (await aCampaign(await aPerson())).id)
  await call(reader, 'POST', '/reports', { body: { kind: 'comment', id: commentId, reason: 'spam' } })
  const item = await caseAbout(moderator, commentId)
  expect(item.subject.pictures).toMatchObject([{ id: picture.id, state: null }])
  expect((await call(moderator, 'PUT', `/moderation/reports/${item.id}/claim`)).status).toBe(200)
  expect((await moderate(other, picture.id, 'removed')).body.code).toBe('CLAIMED')
  expect((await moderate(moderator, picture.id, 'removed')).status).toBe(200)
  // The comment's own case stays open, and shows what happened to the picture.
  expect((await caseAbout(moderator, commentId)).subject.pictures).toMatchObject([{ id: picture.id, state: 'removed' }])
})

test('a person who replaces a picture while a moderator decides keeps the new one, and the old one is never shown again', async () => {
  const moderator = await aModerator()
  for (let n = 0; n < 5; n += 1) {
    const { person, id } = await aFace()
    const next = await uploaded(person, { purpose: 'avatar', width: 90, height: 90 })
    const [decided, changed] = await Promise.all([
      moderate(moderator, id, 'removed'),
      call(person, 'PATCH', '/me/settings', { body: { avatarMediaId: next.id } }),
    ])
    expect([[200, 404].includes(decided.status), changed.status]).toEqual([true, 200])
    expect((await done(null, 'GET', `/profiles/${person.id}`)).avatarUrl).toContain(next.id)
    await moderate(moderator, id, 'visible')
    expect((await done(null, 'GET', `/profiles/${person.id}`)).avatarUrl).toContain(next.id)
  }
})

test('the sweep keeps a moderated picture while its place exists, and removes it after the comment or the account is deleted', async () => {
  const { store, config } = await theSite()
  const storage = folderStorage(join(config.dataDir, 'media'))
  const [author, moderator] = [await aPerson(), await aModerator()]
  const { picture, commentId } = await aPicturedComment(author, (await aCampaign(await aPerson())).id)
  const face = await aFace()
  for (const id of [picture.id, face.id]) await moderate(moderator, id, 'removed')
  const kept = async () => (await store.db.selectFrom('media').select('id').where('id', 'in', [picture.id, face.id]).execute()).map(({ id }) => id).sort()
  const sweep = async () => {
    await sql`update media set created_at = now() - interval '3 days' where id in (${picture.id}, ${face.id})`.execute(store.db)
    await sweepUnusedMedia({ db: store.db, storage, olderThan: new Date(Date.now() - 48 * 3_600_000) })
  }
  await sweep()
  expect(await kept()).toEqual([picture.id, face.id].sort())
  await done(author, 'DELETE', `/comments/${commentId}`)
  await left(face.person)
  await sweep()
  expect(await kept()).toEqual([])
  expect((await moderate(moderator, picture.id, 'visible')).status).toBe(404)
})
