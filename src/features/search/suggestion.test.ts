import { expect, test } from 'vitest'
import type { Preview } from './contract.ts'
import { suggestionsOf } from './ui/suggestion.ts'

const target = { slug: 'beanholt', name: 'Beanholt' }
const campaign = {
  ...{ id: '01990000-0000-7000-8000-000000000001', slug: 'no-beans', title: 'No beans', status: 'active' as const, target, cover: null },
  ...{ count: { supporters: 1_200, version: 1 }, isHistorical: false, startedOn: null, endedOn: null },
}
const preview = {
  campaigns: [
    campaign,
    { ...campaign, count: { supporters: 0, version: 0 } },
    { ...campaign, isHistorical: true, count: { supporters: 0, version: 0 }, startedOn: '1970-02-01', endedOn: '1986-11-23' },
    { ...campaign, isHistorical: true, count: { supporters: 0, version: 0 }, startedOn: '1965-02-01', endedOn: null },
  ],
  targets: [
    { ...target, id: campaign.id, industry: null, numbers: { campaigns: 3, supporters: 1 } },
    { ...target, id: campaign.id, industry: null, numbers: { campaigns: 0, supporters: 0 } },
  ],
  communities: [],
} as unknown as Preview

test('suggestions show supporters, the years of historical boycotts and the active campaigns of targets; counts of zero are left out', () => {
  expect(suggestionsOf(preview).map((suggestion) => (suggestion.kind === 'all' ? 'all' : suggestion.details))).toEqual([
    ['1.2K supporters'],
    [],
    ['1970–1986'],
    ['since 1965'],
    ['3 active campaigns', '1 supporter'],
    [],
    'all',
  ])
})
