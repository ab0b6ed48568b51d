import { refusePrivateTexts } from '#features/trust/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { CampaignInput } from '../contract.ts'

type Published = { input: CampaignInput; before?: CampaignInput; targetId: string | null; viewer: Viewer }

/** Refuses the texts of a new person's campaign that contain personal data. `before` has the texts that are public already. */
export async function refusePrivate(tx: Tx, { input, before, targetId, viewer }: Published): Promise<void> {
  const known = new Set(before && Object.values(textsOf(before)))
  const texts = Object.fromEntries(Object.entries(textsOf(input)).filter(([, text]) => !known.has(text)))
  await refusePrivateTexts(tx, { viewer, texts, targetWebsite: await websiteOf(tx, targetId) })
}

async function websiteOf(tx: Tx, targetId: string | null): Promise<string | null> {
  const target = tx.selectFrom('target').select('website_url').where('id', '=', targetId)
  return (await target.executeTakeFirst())?.website_url ?? null
}

/** The public texts by the wizard's fields. */
function textsOf({ target, causes, title, summary, whyItMatters, body, sources, actions, alternatives, impact }: CampaignInput): Record<string, string> {
  const names = (entries: ({ id: string } | { name: string } | null | undefined)[]) => entries.map((entry) => (entry && 'name' in entry ? entry.name : ''))
  const industry = target && 'name' in target ? target.industry : null
  return {
    target: names([target, industry]).join('\n'),
    causes: names(causes).join('\n'),
    ...{ title, goal: summary, whyItMatters, body },
    ...Object.fromEntries(sources.map(({ description }, row) => [`sources.${row}.description`, description])),
    ...Object.fromEntries(actions.map((action, row) => [`actions.${row}`, action])),
    ...Object.fromEntries(
      alternatives.flatMap(({ name, note }, row) => [
        [`alternatives.${row}.name`, name],
        [`alternatives.${row}.note`, note ?? ''],
      ]),
    ),
    ...(impact.mode === 'monetary' ? { productService: impact.productService ?? '' } : { unit: impact.unit ?? '' }),
  }
}
