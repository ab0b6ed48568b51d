import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/load.ts'
import { aMailServer, type MailServer } from '../support/mail-server.ts'
import type { Product } from '../support/product.ts'
import { aPushService } from '../support/push-service.ts'
import { sendPatiently } from '../support/visitor.ts'
import { makeWorldSite, type WorldSite } from './site.ts'
import { listen } from './trouble.ts'
import { type Name, names, type World } from './world.ts'

const present = names.filter((name) => !['leaver', 'suspended'].includes(name))
const insiders = ['insider', 'creator']

let site: WorldSite
let world: World
let product: Product
let mail: MailServer
let push: Awaited<ReturnType<typeof aPushService>>
const emails = new Map<string, Name>()
const start = () => site.start({ ...mail.env, ...push.env })

beforeAll(async () => {
  site = await makeWorldSite()
  world = site.world
  await site.withStore(async ({ db }) => {
    await sql`update person set email_verified = true where email is not null`.execute(db)
    const rows = await db.selectFrom('person').select(['id', 'email']).execute()
    for (const { id, email } of rows) emails.set(String(email), names.find((name) => world.people[name].id === id) ?? 'leaver')
  })
  mail = await aMailServer()
  push = await aPushService()
  product = await start()
})
afterAll(async () => {
  await product?.stop()
  await mail?.stop()
  await push?.stop()
  await site?.remove()
})

async function as(name: Name, method: string, path: string, body: object = {}) {
  const answer = await sendPatiently(product, { method, path: `/api/v1${path}`, cookie: world.people[name].cookie, body })
  if (answer.status > 299) throw new Error(`${name}, ${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
async function bellOf(name: Name): Promise<string> {
  const { cookie } = world.people[name]
  const read = (path: string) => fetch(`${product.origin}${path}`, { headers: { cookie } }).then((answer) => answer.text())
  return (await Promise.all(['/api/v1/notifications?limit=100', '/api/v1/notifications/unread', '/notifications', '/'].map(read))).join('\n')
}
/** The secrets in a text that this person must not see. */
const foreign = (name: Name, text: string) =>
  world.secrets
    .find(text)
    .filter(({ seenBy }) => !seenBy.includes(name))
    .map(({ what }) => `${name} reads ${what}`)

test('bells, streams, mail, push messages and digest mails contain nothing that their recipient may not see or may no longer see', async () => {
  const { people, campaigns, communities, secrets } = world
  const closed = `/communities/${communities.private.id}`
  const browsers = new Map<string, Name>()
  for (const name of present.filter((one) => one !== 'waiting')) {
    const { path, ...browser } = push.aBrowser()
    browsers.set(path, name)
    await as(name, 'PUT', '/me/push', browser)
  }
  const streams = await Promise.all(present.map(async (name) => ({ name, ...(await listen(product.origin, people[name].cookie, ['me'])) })))

  // While the mail server is down, a private community gets new content, and a person who was let in is removed again.
  await mail.stop()
  await as('creator', 'PUT', `${closed}/requests/${people.waiting.id}`)
  const words = { title: `Now ${secrets.word('late: an announcement', insiders)}`, body: `Inside ${secrets.word('late: its text', insiders)}` }
  const post = await as('creator', 'POST', `${closed}/posts`, words)
  secrets.keep('late: its id', post.id, insiders)
  await as('creator', 'PUT', `/posts/${post.id}/marks`, { isAnnouncement: true })
  await eventually('the approved person is notified', async () => (await bellOf('waiting')).includes(post.id))
  await as('creator', 'DELETE', `${closed}/members/${people.waiting.id}`)
  await as('insider', 'PUT', `/likes/community_post/${post.id}`)
  const remark = await as('insider', 'POST', `/posts/${post.id}/comments`, { body: `Inside ${secrets.word('late: a comment on it', insiders)}` })
  secrets.keep('late: a comment’s id', remark.id, insiders)
  // A comment that is removed before any email about it is sent, a private pledge, and an edited draft.
  const gone = await as('author', 'POST', `/campaigns/${campaigns.active.id}/comments`, { body: secrets.word('late: taken back', []) })
  await as('author', 'DELETE', `/comments/${gone.id}`)
  await as('latecomer', 'PUT', `/campaigns/${campaigns.active.id}/pledge`, { isPrivate: true })
  await as('creator', 'PATCH', `/campaigns/${campaigns.draft.id}`, { summary: `Newer ${secrets.word('late: the draft', ['creator'])}` })
  await as('creator', 'POST', `/campaigns/${campaigns.active.id}/updates`, { body: 'They are talking to us.' })

  await eventually('the message is pushed', () => push.received.some(({ path, url }) => browsers.get(path) === 'insider' && url.includes(post.id)))
  await eventually('a member’s bell contains it', async () => (await bellOf('insider')).includes(post.id))
  await eventually('its author’s bell contains it', async () => (await bellOf('creator')).includes(remark.id))
  await eventually('a member’s stream receives it', () => streams.every(({ name, received }) => name !== 'insider' || received().includes('"topic":"me"')))

  // The mail server is up again, and every digest mail is due.
  await product.stop()
  for (const { close } of streams) close()
  await site.withStore(async ({ db }) => {
    await sql`update mail set next_try_at = now() where person_id is not null`.execute(db)
    await sql`update notification_event set next_try_at = now()`.execute(db)
    await sql`update notification_mailing set digest_at = now() where digest_at is not null`.execute(db)
    await sql`insert into notification_mailing (person_id, weekly_at) select id, now() from person
      on conflict (person_id) do update set weekly_at = now()`.execute(db)
  })
  await mail.start()
  product = await start()
  const mailed = (name: Name, subject: RegExp) => mail.mails.some(({ to, subject: about }) => emails.get(to) === name && subject.test(about ?? ''))
  await eventually('the mail is sent', () => mailed('insider', /Announcement/) && mailed('creator', /commented/))
  await as('author', 'POST', `/campaigns/${campaigns.active.id}/comments`, { body: 'The last that is said' })
  await eventually('the last mail is sent', () => mail.mails.some(({ to, text }) => emails.get(to) === 'creator' && text?.includes('The last that is said')))

  const notified = await Promise.all(present.map(async (name) => foreign(name, await bellOf(name))))
  for (const { name, received } of streams) notified.push(foreign(name, received()))
  for (const { path, ...message } of push.received) notified.push(foreign(browsers.get(path) ?? 'leaver', JSON.stringify(message)))
  for (const { to, raw, subject, text, html } of mail.mails) notified.push(foreign(emails.get(to) ?? 'leaver', [raw, subject, text, html].join('\n')))
  expect(notified.flat()).toEqual([])
  // Control: notifications and mail did arrive.
  expect(await bellOf('insider')).toContain(post.id)
  expect(mail.mails.some(({ to, text }) => emails.get(to) === 'insider' && text?.includes(post.id))).toBe(true)
  expect(mail.mails.some(({ to }) => ['suspended', 'leaver'].includes(emails.get(to) ?? 'leaver'))).toBe(false)
})
