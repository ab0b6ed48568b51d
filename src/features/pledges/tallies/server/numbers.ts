import type { EntryNumbers } from '../contract.ts'
import { scoreNow } from './score.ts'

/** Columns that `numbersOf` reads: from `tally as n` and `subject_rank as k`, both left-joined on the directory entry's id. */
export const numberColumns = ['n.campaigns', 'n.supporters', 'n.yearly_cents', 'k.score'] as const

type Row = { campaigns: number | null; supporters: number | null; yearly_cents: number | null; score: number | null }

/** A directory entry's numbers for display: counts from `tally`, the score from `subject_rank`. */
export const numbersOf = (row: Row): EntryNumbers => ({
  campaigns: row.campaigns ?? 0,
  supporters: row.supporters ?? 0,
  yearlyCents: Math.max(row.yearly_cents ?? 0, 0),
  trendingScore: Math.round(scoreNow(row.score ?? 0) * 10) / 10,
})
