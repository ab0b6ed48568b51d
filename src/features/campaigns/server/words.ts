import type { Tx } from '#platform/server/idempotency.ts'
import { normalized, oneLine } from '#platform/text.ts'
import type { CampaignInput } from '../contract.ts'

/** A campaign as it is stored: trimmed, without blank rows, and with null for missing values. */
export function normalizedTexts(input: CampaignInput) {
  const { target, impact } = input
  return {
    target: target && 'id' in target ? target.id : null,
    title: oneLine(input.title),
    summary: normalized(input.summary),
    whyItMatters: normalized(input.whyItMatters),
    body: normalized(input.body),
    sources: normalizedSources(input.sources),
    causes: input.causes.flatMap((cause) => ('id' in cause ? [cause.id] : [])).sort(),
    actions: input.actions.map(normalized).filter(Boolean),
    alternatives: input.alternatives
      .filter(({ name }) => normalized(name))
      .map(({ name, url, note }) => ({ name: normalized(name), url: normalized(url ?? '') || null, note: normalized(note ?? '') || null })),
    impact:
      impact.mode === 'monetary'
        ? {
            mode: impact.mode,
            productService: normalized(impact.productService ?? ''),
            spendCents: impact.spendCents ?? null,
            durationBasis: impact.durationBasis ?? null,
          }
        : { mode: impact.mode, unit: normalized(impact.unit ?? '') },
    supportersGoal: input.supportersGoal ?? null,
    coverMediaId: input.coverMediaId ?? null,
  }
}

/** Sources as they are stored: trimmed, without blank rows. */
export const normalizedSources = (sources: CampaignInput['sources']) =>
  sources.map(({ url, description }) => ({ url: normalized(url), description: oneLine(description) })).filter(({ url }) => url !== '')

/** The same for the public history: names instead of ids, so that it stays readable later. */
export async function inWords(tx: Tx, input: CampaignInput) {
  const kept = normalizedTexts(input)
  const target = kept.target === null ? null : await tx.selectFrom('target').select('name').where('id', '=', kept.target).executeTakeFirst()
  const causes = kept.causes.length ? await tx.selectFrom('cause').select('name').where('id', 'in', kept.causes).orderBy('name').execute() : []
  return { ...kept, target: target?.name ?? null, causes: causes.map(({ name }) => name) }
}
