import type { Tx } from '#platform/server/idempotency.ts'
import { neat, oneLine } from '#platform/text.ts'
import type { CampaignInput } from '../contract.ts'

/** A campaign as it is kept: trimmed, without blank rows, what is only named or missing in one form. */
export function neatened(input: CampaignInput) {
  const { target, impact } = input
  return {
    target: target && 'id' in target ? target.id : null,
    title: oneLine(input.title),
    summary: neat(input.summary),
    whyItMatters: neat(input.whyItMatters),
    body: neat(input.body),
    causes: input.causes.flatMap((cause) => ('id' in cause ? [cause.id] : [])).sort(),
    actions: input.actions.map(neat).filter(Boolean),
    alternatives: input.alternatives
      .filter(({ name }) => neat(name))
      .map(({ name, url, note }) => ({ name: neat(name), url: neat(url ?? '') || null, note: neat(note ?? '') || null })),
    impact:
      impact.mode === 'monetary'
        ? {
            mode: impact.mode,
            productService: neat(impact.productService ?? ''),
            spendCents: impact.spendCents ?? null,
            durationBasis: impact.durationBasis ?? null,
          }
        : { mode: impact.mode, unit: neat(impact.unit ?? '') },
    supportersGoal: input.supportersGoal ?? null,
    coverMediaId: input.coverMediaId ?? null,
  }
}

/** The same as its public history shows it: names instead of ids, so that it reads the same later. */
export async function inWords(tx: Tx, input: CampaignInput) {
  const kept = neatened(input)
  const target = kept.target === null ? null : await tx.selectFrom('target').select('name').where('id', '=', kept.target).executeTakeFirst()
  const causes = kept.causes.length ? await tx.selectFrom('cause').select('name').where('id', 'in', kept.causes).orderBy('name').execute() : []
  return { ...kept, target: target?.name ?? null, causes: causes.map(({ name }) => name) }
}
