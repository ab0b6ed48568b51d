import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#platform/server/idempotency.ts'
import { saveStep } from './save-step.ts'

type Sources = { campaignId: string; sources: readonly { url: string; description: string }[] }

/** Replaces a campaign's sources. A source whose URL stays keeps its id, so that references to it stay valid. */
export function writeSources(tx: Tx, { campaignId, sources }: Sources): Promise<void> {
  return saveStep('SOURCE_FAILED', async () => {
    const stored = await tx.selectFrom('campaign_source').select(['id', 'url']).where('campaign_id', '=', campaignId).orderBy('sort_order').execute()
    const rows = sources.map(({ url, description }, sort_order) => {
      const at = stored.findIndex((source) => source.url === url)
      const [known] = at === -1 ? [] : stored.splice(at, 1)
      return { id: known?.id ?? uuidv7(), campaign_id: campaignId, sort_order, url, description }
    })
    if (stored.length) {
      const gone = stored.map(({ id }) => id)
      await tx.deleteFrom('campaign_source').where('id', 'in', gone).execute()
    }
    if (rows.length === 0) return
    await tx
      .insertInto('campaign_source')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({ sort_order: ref('excluded.sort_order'), description: ref('excluded.description') })),
      )
      .execute()
  })
}
