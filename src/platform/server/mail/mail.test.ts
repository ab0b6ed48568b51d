import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { anEmail, password, postAuth } from '#tests/support/accounts.ts'
import { aReader } from '#tests/support/readers.ts'
import { theSite, until, useSite } from '#tests/support/site.ts'
import { aSiteWithMail } from '#tests/support/site-with-mail.ts'
import { backOff } from '../queue.ts'
import { openDelivery, outboxFolder } from './deliver.ts'
import type { Letter } from './letter.ts'
import { forgetRefusals } from './refusals.ts'
import { renderLetter } from './render-letter.ts'

const server = await aSiteWithMail()

const aLetter: Letter = {
  subject: 'A <subject> & more',
  preheader: 'Shown in lists',
  paragraphs: ['Somebody <b>wrote</b> "this" & that.'],
  button: { text: 'Press', href: 'https://holdout.example/auth?mode=x&token=a"b' },
  notes: ['Small print'],
}
const soon = () => new Date(Date.now() + 60_000)

test('an email is delivered once, as HTML and plain text, and leaves the queue', async () => {
  const { store } = await theSite()
  const to = anEmail()
  await add(to)
  const mail = await server.next(to)
  expect(mail.subject).toBe(aLetter.subject)
  expect(mail.from?.address).toBe('hello@holdout.test')
  expect(mail.text).toContain('https://holdout.example/auth?mode=x&token=a"b')
  expect(mail.html).toContain('Somebody &lt;b&gt;wrote&lt;/b&gt; &quot;this&quot; &amp; that.')
  expect(mail.html).toContain('href="https://holdout.example/auth?mode=x&amp;token=a&quot;b"')
  expect(mail.html).toContain('max-width:600px')
  expect(mail.html).not.toMatch(/<img|<script|url\(/)
  expect(mail.raw).toMatch(/^Auto-Submitted: auto-generated$/im)
  // Mail about the person's own account has no list to unsubscribe from.
  expect(mail.raw).not.toMatch(/^List-/im)
  await until(async () => (await store.db.selectFrom('mail').select('id').where('address', '=', to).execute()).length === 0)
  expect(server.mails.filter((other) => other.to === to)).toEqual([])
})

test('emails wait while the mail server is down; then each is delivered once, with one Message-ID', async () => {
  const { store } = await theSite()
  await server.stop()
  const people = Array.from({ length: 5 }, anEmail)
  for (const to of people) await add(to)
  // Waits until each email has failed. One that is only claimed is still being sent, and would be sent twice.
  const ids = new Map(
    await until(async () => {
      const rows = await store.db.selectFrom('mail').select(['id', 'address']).where('address', 'in', people).where('last_error', 'is not', null).execute()
      return rows.length === 5 ? rows.map(({ id, address }) => [address, id] as const) : undefined
    }),
  )
  await server.start()
  // Ends the back-off.
  await store.db.updateTable('mail').set({ next_try_at: new Date() }).where('address', 'in', people).execute()
  for (const to of people) expect((await server.next(to)).messageId).toBe(`<${ids.get(to)}@holdout.test>`)
  await until(async () => (await store.db.selectFrom('mail').select('id').where('address', 'in', people).execute()).length === 0)
  expect(server.mails.filter(({ to }) => people.includes(to))).toEqual([])
})

test('a permanently refused address gets no email until its owner proves that it works', async () => {
  const { store, mail } = await opened()
  const to = anEmail()
  server.refuses.set(to, { responseCode: 550, message: '5.1.1 no such mailbox' })
  await add(to)
  await until(() => store.db.selectFrom('refused_address').select('address').where('address', '=', to).executeTakeFirst())
  server.refuses.delete(to)
  await add(to)
  await until(async () => (await store.db.selectFrom('mail').select('id').where('address', '=', to).execute()).length === 0)
  expect(server.mails.filter((other) => other.to === to)).toEqual([])
  await mail.welcome(store.db, to)
  await add(to)
  await server.next(to)
})

test('a month after a refusal, emails about the account are sent again; others stay blocked while an account has the address', async () => {
  const { store } = await theSite()
  const [reader, nobodys] = [await aReader(), anEmail()]
  const refused_at = new Date(Date.now() - 31 * 24 * 3_600_000)
  const rows = [reader.email, nobodys].map((address) => ({ address, answer: '550 5.1.1 no such mailbox', refused_at }))
  await store.db.insertInto('refused_address').values(rows).execute()
  await forgetRefusals(store.db)
  const kept = store.db.selectFrom('refused_address').select('address').where('address', 'in', [reader.email, nobodys])
  expect(await kept.execute()).toEqual([{ address: reader.email }])
  await add(reader.email)
  await server.next(reader.email)
  expect(await kept.execute()).toHaveLength(1)
})

test('a temporary refusal, or a refusal of this site, blocks no address, and the email is retried', async () => {
  const { store } = await theSite()
  for (const refusal of [
    { responseCode: 451, message: '4.7.1 try again later' },
    { responseCode: 554, message: '5.7.1 relay access denied' },
    { responseCode: 552, message: '5.2.2 mailbox full' },
  ]) {
    const to = anEmail()
    server.refuses.set(to, refusal)
    await add(to)
    await until(() => store.db.selectFrom('mail').select('id').where('address', '=', to).where('last_error', 'is not', null).executeTakeFirst())
    server.refuses.delete(to)
    await store.db.updateTable('mail').set({ next_try_at: new Date() }).where('address', '=', to).execute()
    await server.next(to)
    expect(await store.db.selectFrom('refused_address').select('address').where('address', '=', to).execute()).toEqual([])
  }
})

test('an email that cannot be sent does not delay others', async () => {
  const stuck = anEmail()
  server.refuses.set(stuck, { responseCode: 451, message: '4.3.0 not now' })
  const others = Array.from({ length: 60 }, anEmail)
  await add(stuck)
  for (const to of others) await add(to)
  for (const to of others) await server.next(to)
  server.refuses.delete(stuck)
})

test('the back-off doubles, up to ten minutes', async () => {
  const { store } = await theSite()
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from ${backOff(sql.ref('failures'))})::int as seconds from unnest(array[1, 2, 3, 4, 8, 5000]) failures`.execute(store.db)
  expect(rows.map(({ seconds }) => seconds)).toEqual([5, 10, 20, 40, 600, 600])
})

test('an email whose link has expired is not sent', async () => {
  const { store } = await theSite()
  const [late, next] = [anEmail(), anEmail()]
  await add(late, new Date(Date.now() - 1_000))
  await add(next)
  await server.next(next)
  expect(server.mails.filter(({ to }) => to === late)).toEqual([])
  await store.db.deleteFrom('mail').where('address', '=', late).execute()
})

test('no text in a subject or an email address can add a header or a recipient', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdout-outbox-'))
  const delivery = openDelivery({ mail: null, dataDir: folder })
  const rendered = renderLetter({ ...aLetter, subject: 'Hello\r\nBcc: eve@evil.test\r\n\r\nbody\u2028x' }, 'https://holdout.example')
  await delivery.send({ ...rendered, id: uuidv7(), kind: 'known_address', to: "o'neil+x@people.test" })
  const [file = ''] = readdirSync(outboxFolder(folder))
  const raw = readFileSync(join(outboxFolder(folder), file), 'utf8')
  expect(raw).not.toMatch(/^bcc:/im)
  const mail = await PostalMime.parse(raw)
  expect(mail.subject).toBe('Hello Bcc: eve@evil.test body x')
  expect(mail.to?.map(({ address }) => address)).toEqual(["o'neil+x@people.test"])
  rmSync(folder, { recursive: true })
})

test('without a mail server each email becomes a file that only the site’s own user can read', async () => {
  const closeOwn = await useSite({})
  try {
    const { config } = await theSite()
    const to = anEmail()
    await signUp(to)
    const folder = outboxFolder(config.dataDir)
    const file = await until(() => {
      try {
        return readdirSync(folder).find((name) => name.endsWith('.eml') && readFileSync(join(folder, name), 'utf8').includes(to))
      } catch {
        return undefined
      }
    })
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    const mail = await PostalMime.parse(readFileSync(join(folder, file)))
    expect(mail.text).toContain('/confirm/')
    expect(mail.html).toContain('Confirm address')
  } finally {
    await closeOwn()
  }
})

const signUp = (email: string) => postAuth('sign-up/email', { name: 'Ada Lovelace', email, password })

async function opened() {
  const { store, mail } = await theSite()
  return { store, mail }
}

async function add(to: string, expiresAt = soon()) {
  const { store, mail } = await opened()
  await mail.add(store.db, { kind: 'test', to, letter: aLetter, expiresAt })
  mail.runSoon()
}
