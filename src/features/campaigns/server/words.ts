import type { Tx } from '#platform/server/idempotency.ts'
import { neat } from '#platform/text.ts'
import type { CampaignInput } from '../contract.ts'

/** A campaign's fields as its public history shows them: names instead of ids, so that they read the same later. */
export async function inWords(tx: Tx, input: CampaignInput) {
  const { target, impact } = input
  const targetId = target && 'id' in target ? target.id : null
  const causeIds = input.causes.flatMap((cause) => ('id' in cause ? [cause.id] : []))
  const named = targetId === null ? null : await tx.selectFrom('target').select('name').where('id', '=', targetId).executeTakeFirst()
  const causes = causeIds.length ? await tx.selectFrom('cause').select('name').where('id', 'in', causeIds).orderBy('name').execute() : []
  return {
    target: named?.name ?? null,
    title: neat(input.title),
    summary: neat(input.summary),
    whyItMatters: neat(input.whyItMatters),
    body: neat(input.body),
    causes: causes.map(({ name }) => name),
    actions: input.actions.map(neat).filter(Boolean),
    alternatives: input.alternatives
      .filter(({ name }) => neat(name))
      .map(({ name, url, note }) => ({ name: neat(name), url: neat(url ?? '') || null, note: neat(note ?? '') || null })),
    impact,
    supportersGoal: input.supportersGoal ?? null,
    coverMediaId: input.coverMediaId ?? null,
  }
}
