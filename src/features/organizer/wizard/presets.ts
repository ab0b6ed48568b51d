import type { DurationBasis } from '#features/campaigns/terms.ts'

export type Preset = { name: 'streaming' | 'shoes' | 'coffee' | 'phone' | 'car' | 'insurance'; spend: string; basis: DurationBasis }

/** Common things that people stop paying for, with the usual amount and how often it is paid. */
export const presets: readonly Preset[] = [
  { name: 'streaming', spend: '24.99', basis: 'monthly' },
  { name: 'shoes', spend: '60', basis: 'one_time' },
  { name: 'coffee', spend: '10', basis: 'weekly' },
  { name: 'phone', spend: '45', basis: 'monthly' },
  { name: 'car', spend: '450', basis: 'monthly' },
  { name: 'insurance', spend: '1000', basis: 'annual' },
]
