import type { SubjectNumbers } from '../contract.ts'
import { scoreNow } from './score.ts'

/** Columns of `tally as n` and `subject_rank as k`, both joined from the left on the subject's id, that `numbersOf` reads. */
export const numberColumns = ['n.campaigns', 'n.supporters', 'n.yearly_cents', 'k.score'] as const

type Row = { campaigns: number | null; supporters: number | null; yearly_cents: number | null; score: number | null }

/** The numbers of a subject as every screen shows them: counts from `tally`, the score from the ranking. */
export const numbersOf = (row: Row): SubjectNumbers => ({
  campaigns: row.campaigns ?? 0,
  supporters: row.supporters ?? 0,
  yearlyCents: Math.max(row.yearly_cents ?? 0, 0),
  trendingScore: Math.round(scoreNow(row.score ?? 0) * 10) / 10,
})
