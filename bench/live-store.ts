import { z } from 'zod'
import { makeDatabase } from './database.ts'
import { bellSizes, fillBells } from './load/bells.ts'
import { openSite, publishMany, type Site } from './site.ts'

const Me = z.object({ id: z.uuid() })
type Someone = { id: string; cookie: string }
/** The product on a database with a campaign of one million supporters and two million notifications. */
export type FullSite = { site: Site; campaign: { id: string; slug: string }; creator: Someone; full: Someone; hidden: Someone; close: () => Promise<void> }

export async function openFullSite(): Promise<FullSite> {
  const database = await makeDatabase()
  const site = await openSite(database).catch(async (error: unknown) => {
    await database.drop()
    throw error
  })
  async function close() {
    await site.close()
    await database.drop()
  }
  try {
    const someone = async (cookie: string) => ({ cookie, id: Me.parse(await (await fetch(`${site.origin}/api/v1/me`, { headers: { cookie } })).json()).id })
    const [creator, full, hidden] = await Promise.all((await site.people(3)).map(someone))
    if (!creator || !full || !hidden) throw new Error('The site has fewer than three people')
    await publishMany(site, creator.cookie, 9)
    const campaign = await site.publish(creator.cookie)
    const before = performance.now()
    console.log(`  Loading ${bellSizes.people.toLocaleString('en-US')} supporters and their notifications`)
    await fillBells(site.pool, { campaignId: campaign.id, creatorId: creator.id, fullId: full.id, hiddenId: hidden.id })
    console.log(`    ${Math.round((performance.now() - before) / 1000)} s`)
    return { site, campaign, creator, full, hidden, close }
  } catch (error) {
    await close()
    throw error
  }
}
