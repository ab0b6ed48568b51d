import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { openMailListTokens } from '#features/notifications/mail-lists/server/public.ts'
import { openAddressKey } from '#features/pledges/server/public.ts'
import { ConfigError, readConfig } from '#platform/server/config.ts'
import { aMember, anEmail } from '#tests/support/accounts.ts'
import { makeDatabase } from '#tests/support/databases.ts'
import { expectCleanRecount } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, left, theSite, useSite } from '#tests/support/site.ts'
import { adviceFor } from './advice.ts'
import { serve } from './serve.ts'

const placeholder = 'REPLACE-ME-with-the-output-of-openssl-rand-base64-32'
const dataDir = mkdtempSync(join(tmpdir(), 'holdout-test-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const aboutSecret = ({ warnings }: { warnings: readonly string[] }) => warnings.filter((line) => line.includes('AUTH_SECRET'))

async function start(databaseUrl: string, secret: string, previous = '') {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    DEMO: 'off',
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: secret,
    AUTH_SECRET_PREVIOUS: previous,
  })
  return serve({ config, assets: null, print: () => {}, renderPage: () => new Response('') })
}

test('a site without people refuses a weak secret; one with people starts and states the consequences of a change', async () => {
  const database = await makeDatabase()
  try {
    const refused: unknown = await start(database.url, placeholder).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ConfigError)
    expect(adviceFor(refused)).toContain('AUTH_SECRET is a placeholder')
    const good = await start(database.url, 'a sentence of seven words is long enough')
    expect(aboutSecret(good)).toEqual([])
    await good.store.db.insertInto('person').values({ id: uuidv7(), display_name: 'Ada', first_name: 'Ada', last_name: 'L' }).execute()
    await good.stop()
    const warned = await start(database.url, placeholder, 'a sentence of seven words is long enough')
    const [warning = ''] = aboutSecret(warned)
    await warned.stop()
    for (const named of [
      'placeholder',
      'openssl rand -base64 32',
      'AUTH_SECRET_PREVIOUS',
      'signs everyone out',
      'unsubscribe',
      'people who deleted their accounts',
    ])
      expect(warning).toContain(named)
  } finally {
    await database.drop()
  }
})

test('a changed secret without its earlier value in AUTH_SECRET_PREVIOUS is reported until that is added, or for 30 days', async () => {
  const database = await makeDatabase()
  const [first, second] = ['the secret that this site began with in spring', 'another one that somebody has set in summer']
  const warningsWith = async (secret: string, previous = '') => {
    const running = await start(database.url, secret, previous)
    await running.stop()
    return aboutSecret(running)
  }
  try {
    expect(await warningsWith('a secret that nobody has used before people came')).toEqual([])
    const site = await start(database.url, first)
    await site.store.db.insertInto('person').values({ id: uuidv7(), display_name: 'Ada', first_name: 'Ada', last_name: 'L' }).execute()
    await site.stop()
    expect(await warningsWith(first)).toEqual([])
    for (let starts = 0; starts < 2; starts++) {
      const [warning = ''] = await warningsWith(second)
      for (const named of ['AUTH_SECRET_PREVIOUS', 'signed out', 'unsubscribe', 'people who deleted their accounts']) expect(warning).toContain(named)
      expect(warning).not.toContain(second)
    }
    expect(await warningsWith(second, first)).toEqual([])
    const later = await start(database.url, second)
    expect(aboutSecret(later)).toHaveLength(1)
    await sql`update auth_secret_use set first_used_at = now() - interval '31 days'`.execute(later.store.db)
    await later.stop()
    expect(await warningsWith(second)).toEqual([])
  } finally {
    await database.drop()
  }
})

test('after a lost secret the mailboxes of living accounts are recognized again, and every count stays', async () => {
  const close = await useSite({})
  try {
    const { store, config } = await theSite()
    const campaign = await aCampaign(await aPerson())
    const joined = async (email: string) => {
      const person = await aMember({ email })
      await store.db.updateTable('person').set({ email_verified: true, counting_from: new Date() }).where('id', '=', person.id).execute()
      return (await call(person, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })).body
    }
    const name = `s${uuidv7().slice(-8)}`
    await joined(`${name}@people.test`)
    expect(await joined(`${name}+two@people.test`)).toMatchObject({ pledge: { state: 'repeated' }, count: { supporters: 2 } })
    const lost = openAddressKey('the secret that somebody has lost')(`${name}@people.test`, campaign.id)[0] ?? ''
    await sql`update pledge p set address_key = ${lost} from person q where q.id = p.person_id and q.email like ${`${name}%`}`.execute(store.db)
    await store.db.insertInto('auth_secret_use').values({ fingerprint: 'of the lost secret' }).execute()
    for (let starts = 0; starts < 2; starts++) await (await start(config.databaseUrl ?? '', config.authSecret)).stop()
    expect(await joined(`${name}+three@people.test`)).toMatchObject({ pledge: { state: 'repeated' }, count: { supporters: 2 } })
    await expectCleanRecount()
  } finally {
    await close()
  }
})

test('with the earlier secret in AUTH_SECRET_PREVIOUS, addresses of deleted accounts are recognised and unsubscribe links work', async () => {
  const earlier = 'the secret that this site had until yesterday'
  const close = await useSite({ AUTH_SECRET_PREVIOUS: `another one that is long past by now, ${earlier}` })
  try {
    const { store, origin } = await theSite()
    const campaign = await aCampaign(await aPerson())
    const [email, gone] = [anEmail(), await aPerson()]
    await call(gone, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
    await left(gone)
    // The key as it was stored while the earlier secret was in use.
    const [address_key] = openAddressKey(earlier)(email, campaign.id)
    await store.db.updateTable('pledge').set({ address_key }).where('person_id', '=', gone.id).execute()
    const again = await aMember({ email })
    await store.db.updateTable('person').set({ email_verified: true }).where('id', '=', again.id).execute()
    expect((await call(again, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })).body.count.supporters).toBe(2)

    const token = openMailListTokens(earlier).make({ personId: again.id, list: 'recommendations' })
    expect((await fetch(`${origin}/unsubscribe/${token}`, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200)
    expect((await call(again, 'GET', '/me/settings')).body.notifications.recommendations).toBe(false)
    const foreign = openMailListTokens('a secret that this site never had at all').make({ personId: again.id, list: 'all' })
    expect((await fetch(`${origin}/unsubscribe/${foreign}`, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(404)
  } finally {
    await close()
  }
})
