import { uniqueWords } from './unique-words.ts'

/** A body that is complete enough to be published. */
export function aCampaignBody(changes: Record<string, unknown> = {}) {
  return {
    publish: true,
    target: { name: `Company ${uniqueWords()}` },
    title: `Ten letters and more ${uniqueWords().slice(-6)}`,
    summary: 'Pay everyone who works there',
    whyItMatters: 'People who make these things cannot live from what they are paid, and asking politely for years has changed nothing at all.',
    causes: [{ name: `Cause ${uniqueWords()}` }],
    actions: ['Stop buying there'],
    alternatives: [{ name: 'The shop next door' }],
    impact: { mode: 'monetary', productService: 'Streaming', spendCents: 2_499, durationBasis: 'monthly' },
    ...changes,
  }
}
