import { implement } from '@orpc/server'
import { csvFile } from '#platform/csv.ts'
import { openRecent } from '#platform/server/recent.ts'
import { anyone, type RequestContext } from '#platform/server/rpc.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type Growth, supportersContract } from '../contract.ts'
import { drawPlot } from './draw-plot.ts'
import { campaignLife, growthIn } from './queries.ts'

const os = implement(supportersContract).$context<RequestContext>()

const growth = os.growth.use(anyone).handler(async ({ context, input, errors }) => {
  const grown =
    (await publicGrowth(input.id, () => grownFor(context, { id: input.id, viewer: null }))) ?? (await grownFor(context, { ...input, viewer: context.viewer }))
  if (!grown) throw errors.NOT_FOUND()
  return grown
})

/** Every public campaign's page needs it and the result is the same for everybody, so it is cached for a second, like a page. */
const publicGrowth = openRecent<Growth | null>(1_000)

async function grownFor({ db }: RequestContext, { id, viewer }: { id: string; viewer: Viewer | null }): Promise<Growth | null> {
  const campaign = await campaignLife(db, { id, viewer })
  if (!campaign?.life) return campaign && { unit: 'day', steps: [], plot: null }
  const grown = await growthIn(db, { id, life: campaign.life })
  return { ...grown, plot: drawPlot(grown) }
}

const csv = os.csv.use(anyone).handler(async ({ context, input, errors }) => {
  const campaign = await campaignLife(context.db, { id: input.id, viewer: context.viewer })
  if (!campaign) throw errors.NOT_FOUND()
  const { slug, life, yearlyCents } = campaign
  const { steps } = life ? await growthIn(context.db, { id: input.id, life, unit: 'day' }) : { steps: [] }
  const lines = steps.map(({ from, added, supporters }) => [from, added, supporters, yearlyCents === null ? '' : BigInt(yearlyCents) * BigInt(supporters)])
  return csvFile(`${slug}-supporters.csv`, [['day', 'campaign_growth_added', 'campaign_growth_total', 'estimated_impact_cents'], ...lines])
})

export const supporterProcedures = os.router({ growth, csv })
