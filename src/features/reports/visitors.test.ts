import { expect, test } from 'vitest'
import { commentOn } from '#tests/support/comments.ts'
import { caseAbout } from '#tests/support/moderation.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'
import { aSiteWithMail } from '#tests/support/site-with-mail.ts'
import { uploaded } from '#tests/support/upload.ts'
import { mailVisitors } from './server/jobs.ts'

const server = await aSiteWithMail()
const details = 'It names where I live.'
const emailOf = (name: string) => `${name}-${Math.random().toString(36).slice(2)}@visitor.test`
type Subject = { kind: string; id: string }
const report = (subject: Subject, more: object) => call(null, 'POST', '/reports', { body: { ...subject, reason: 'harassment', details, ...more } })
const keep = (moderator: Person, subject: Subject) => call(moderator, 'POST', '/moderation/reports/keep', { body: subject })

async function aComment(): Promise<Subject> {
  const author = await aPerson()
  const { id } = await aCampaign(author)
  return { kind: 'comment', id: await commentOn(author, id, 'He lives at 5 Elm Street') }
}

async function mailedTo(email: string): Promise<{ href: string; token: string }> {
  const { text } = await server.next(email, /^Send your report$/)
  const href = /https?:\/\/\S+\/report\?\S+/.exec(text ?? '')?.[0] ?? ''
  return { href, token: new URL(href).searchParams.get('confirm') ?? '' }
}

const queued = (moderator: Person, { id }: Subject) => caseAbout(moderator, id)

test('a visitor’s report reaches the moderators only when the mailed link is confirmed, and pressing it again adds nothing', async () => {
  const moderator = await aPerson({ role: 'moderator' })
  const [comment, email] = [await aComment(), emailOf('reader')]
  expect((await call(null, 'GET', `/reports/subject?kind=comment&id=${comment.id}`)).body.barrier).toBe(null)
  expect(await report(comment, {})).toMatchObject({ status: 422, body: { data: { fields: { email: 'NOTICE_EMAIL_INVALID' } } } })
  expect(await report(comment, { email })).toMatchObject({ status: 201, body: { id: null } })
  const { href, token } = await mailedTo(email)
  // A scanner that only opens the link changes nothing.
  await fetch(href)
  expect(await queued(moderator, comment)).toBe(undefined)
  const confirm = (given: string) => call(null, 'POST', '/reports/confirm', { body: { token: given } })
  for (const wrong of ['', 'x.y', `${token}x`, `${comment.id}.${token.split('.')[1]}`]) expect((await confirm(wrong)).status).toBe(404)
  for (let time = 0; time < 2; time++) expect(await confirm(token)).toMatchObject({ status: 200, body: comment })
  expect(await queued(moderator, comment)).toMatchObject({ reporters: 1, reports: [{ details }] })
  expect(JSON.stringify(await queued(moderator, comment))).not.toContain(email)
  // A second report of the same address is not stored, and nobody learns that from the first response.
  expect(await report(comment, { email })).toMatchObject({ status: 201, body: { id: null } })
  expect(await confirm((await mailedTo(email)).token)).toMatchObject({ status: 409, body: { code: 'ALREADY_REPORTED' } })
  expect((await queued(moderator, comment)).reporters).toBe(1)
})

test('a visitor reports one picture of a comment with a confirmed address', async () => {
  const [author, moderator] = [await aPerson(), await aPerson({ role: 'moderator' })]
  const { id } = await uploaded(author)
  await call(author, 'POST', `/campaigns/${(await aCampaign(author)).id}/comments`, { body: { body: 'Look', mediaIds: [id] } })
  const [picture, email] = [{ kind: 'picture', id }, emailOf('looker')]
  expect(await report(picture, { email })).toMatchObject({ status: 201, body: { id: null } })
  const { token } = await mailedTo(email)
  expect(await call(null, 'POST', '/reports/confirm', { body: { token } })).toMatchObject({ status: 200, body: picture })
  expect(await queued(moderator, picture)).toMatchObject({ reporters: 1, subject: { pictures: [{ id, state: null }] } })
})

test('visitors are mailed how their report ended, and their address is deleted then', async () => {
  const moderator = await aPerson({ role: 'moderator' })
  const [comment, email] = [await aComment(), emailOf('curious')]
  const { store } = await theSite()
  await report(comment, { email })
  await call(null, 'POST', '/reports/confirm', { body: { token: (await mailedTo(email)).token } })
  await keep(moderator, comment)
  const added: { to: string }[] = []
  const add = async (_tx: unknown, mail: { to: string }) => void added.push(mail)
  await mailVisitors(store.db, { add })
  expect(added.filter(({ to }) => to === email)).toMatchObject([{ letter: { paragraphs: [expect.any(String), expect.stringContaining('within the rules')] } }])
  expect(await mailVisitors(store.db, { add })).toBe(0)
  expect(await store.db.selectFrom('report').selectAll().where('visitor_email', '=', email).execute()).toEqual([])
  // Kept content takes no reports of visitors either.
  expect(await report(comment, { email })).toMatchObject({ status: 409, body: { code: 'ALREADY_REVIEWED' } })
})

test('without JavaScript a visitor sends the form and presses the button of the mailed page', async () => {
  const moderator = await aPerson({ role: 'moderator' })
  const { origin } = await theSite()
  const [comment, email] = [await aComment(), emailOf('plain')]
  const post = async (fields: Record<string, string>) => {
    const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' }
    const sent = await fetch(`${origin}/report`, { method: 'POST', headers, body: new URLSearchParams({ ...comment, ...fields }), redirect: 'manual' })
    return [sent.status, sent.headers.get('location')]
  }
  const back = `/report?kind=comment&id=${comment.id}`
  expect(await post({ reason: 'harassment', details: '', email: 'nothing' })).toEqual([303, `${back}&problem=NOTICE_EMAIL_INVALID`])
  expect(await post({ reason: 'harassment', details: '', email })).toEqual([303, `${back}&state=mailed`])
  expect(await post({ confirm: 'wrong' })).toEqual([303, `${back}&problem=NOT_FOUND`])
  expect(await post({ confirm: (await mailedTo(email)).token })).toEqual([303, `${back}&state=confirmed`])
  expect(await queued(moderator, comment)).toMatchObject({ reporters: 1 })
})

test('an address gets at most five mails within an hour, and an unconfirmed report is deleted after three days', async () => {
  const { store } = await theSite()
  const [comment, email] = [await aComment(), emailOf('many')]
  for (let sent = 0; sent < 5; sent++) expect((await report(comment, { email })).status).toBe(201)
  expect(await report(comment, { email: email.toUpperCase() })).toMatchObject({ status: 429, body: { code: 'REPORTS_TOO_OFTEN' } })
  const { token } = await mailedTo(email)
  await store.db
    .updateTable('unconfirmed_report')
    .set({ created_at: new Date(Date.now() - 4 * 24 * 3_600_000) })
    .where('email', '=', email)
    .execute()
  expect((await call(null, 'POST', '/reports/confirm', { body: { token } })).status).toBe(404)
})
