import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { sessionValue } from '#platform/server/session.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { aFolder, remove, startProduct } from '#tests/support/product.ts'
import { type Database, makeDatabase } from './database.ts'
import { pidOf } from './measure.ts'

export type Site = Awaited<ReturnType<typeof openSite>>
const Published = z.object({ id: z.uuid(), slug: z.string() })

/** Starts the built product in its own process, on a new database or on a given one that it does not drop. */
export async function openSite(given?: Pick<Database, 'url' | 'pool'>, env: Record<string, string> = {}) {
  const database = given ? { ...given, drop: async () => {} } : await makeDatabase()
  const dataDir = aFolder()
  const secret = randomBytes(32).toString('base64')

  async function open() {
    try {
      return await startProduct({ dataDir, env: { DATABASE_URL: database.url, AUTH_SECRET: secret, LOG_LEVEL: 'warn', ...env } })
    } catch (error) {
      await database.drop()
      remove(dataDir)
      throw error
    }
  }
  const product = await open()
  // A few people publish and write everything, which the limits of a person would refuse. New accounts keep theirs.
  await database.pool.query(
    'create rule no_limits as on insert to written_text where (select is_established from person where id = new.person_id) do instead nothing',
  )

  /** Inserts people whose pledges count, each with a session; returns their cookies. */
  async function people(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => uuidv7())
    const tokens = ids.map(() => randomBytes(24).toString('base64url'))
    await database.pool.query(
      `insert into person (id, email, display_name, first_name, last_name, role, counting_from, is_established)
       select id, id || '@people.test', 'Bench P.', 'Bench', 'Person', 'member', now(), true from unnest($1::uuid[]) as p(id)`,
      [ids],
    )
    await database.pool.query(
      `insert into auth_session (id, token, person_id, expires_at)
       select gen_random_uuid(), token, id, now() + interval '1 hour' from unnest($1::uuid[], $2::text[]) as p(id, token)`,
      [ids, tokens],
    )
    return tokens.map((token) => `holdout.session=${sessionValue(token, secret)}`)
  }

  async function publish(cookie: string, changes: Record<string, unknown> = {}) {
    const response = await fetch(`${product.origin}/api/v1/campaigns`, {
      method: 'POST',
      headers: { origin: product.origin, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(aCampaignBody(changes)),
    })
    const text = await response.text()
    if (response.status !== 201) throw new Error(`A campaign was not published: ${response.status} ${text}`)
    return Published.parse(JSON.parse(text))
  }

  return {
    origin: product.origin,
    pid: pidOf(product.process),
    output: product.output,
    pool: database.pool,
    url: database.url,
    people,
    publish,
    async close() {
      await product.stop()
      await database.drop()
      remove(dataDir)
    },
  }
}

const paragraph = 'Workers have asked for the same three things for four years: a wage one can live on, hours known a week ahead, and a union that is heard. '

/** Publishes campaigns whose texts are as long as those of real ones. */
export async function publishMany(site: Site, cookie: string, count: number) {
  const campaigns = []
  for (let n = 0; n < count; n++) {
    campaigns.push(
      await site.publish(cookie, {
        target: { name: `Northgate Warehouses ${n + 1}` },
        title: `Hold out until the warehouses pay ${n + 1}`,
        summary: `Pay everyone who works there a living wage, in each of the ${n + 2} towns`,
        whyItMatters: paragraph.repeat(4),
        body: `## What happened\n\n${paragraph.repeat(5)}\n\n- ${paragraph}\n- ${paragraph}\n\n## What we ask\n\n${paragraph.repeat(3)}`,
        causes: [{ name: `Fair wages ${n % 8}` }, { name: `Safe work ${n % 5}` }],
        actions: ['Don’t order from them', 'Cancel your membership', 'Tell two friends why'],
        alternatives: [{ name: 'The shop next door' }, { name: 'A cooperative', note: 'Owned by those who work there' }],
      }),
    )
  }
  await addDiscussion(site, { cookie, campaigns })
  return campaigns
}

const [updatesEach, commentsEach, commenters] = [3, 12, 12]

/** Adds updates and comments to each campaign, so that its page is as full as a real one. */
async function addDiscussion(site: Site, { cookie, campaigns }: { cookie: string; campaigns: { id: string }[] }): Promise<void> {
  const people = await site.people(commenters)
  async function post(who: string, path: string, body: object): Promise<void> {
    const headers = { origin: site.origin, cookie: who, 'content-type': 'application/json' }
    const response = await fetch(`${site.origin}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (response.status !== 201) throw new Error(`An update or comment was not posted: ${response.status} ${await response.text()}`)
  }
  for (const { id } of campaigns) {
    for (let n = 1; n <= updatesEach; n++) await post(cookie, `/campaigns/${id}/updates`, { title: `Week ${n}`, body: `${paragraph}\n\n- ${paragraph}` })
    for (let n = 0; n < commentsEach; n++) await post(people[n % commenters] ?? '', `/campaigns/${id}/comments`, { body: `${paragraph}\n\n${id} ${n}` })
  }
}
