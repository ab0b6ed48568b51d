import type pg from 'pg'
import { shownIn } from '#features/campaigns/policy.ts'
import type { ListFilter } from '#features/campaigns/server/queries.ts'
import { campaignSorts } from '#features/campaigns/terms.ts'

const statusChoices = { default: shownIn.default, all: shownIn.all, active: ['active'], victory: ['victory'], archived: ['archived'] } as const
export const pageSize = 24

/** Values to filter by, the most used first. */
export type Choices = { targets: { name: string; industry: string | null }[]; industries: string[]; causes: string[] }
export type Combination = {
  name: string
  /** The filters in use, without status, order and page. */
  group: string
  filterOf: (choices: Choices, variant: number) => ListFilter
  isNextPage: boolean
}

export async function choicesIn(pool: pg.Pool): Promise<Choices> {
  const names = async (text: string) => (await pool.query<{ name: string }>(text)).rows.map(({ name }) => name)
  return {
    targets: (
      await pool.query<Choices['targets'][number]>(
        `select t.slug as name, i.name as industry from campaign_rank r join target t on t.id = r.target_id left join industry i on i.id = t.industry_id
         group by t.slug, i.name order by count(*) desc, t.slug`,
      )
    ).rows,
    industries: await names('select name from campaign_rank r join industry i on i.id = r.industry_id group by name order by count(*) desc, name'),
    causes: await names('select name from campaign_cause join cause on id = cause_id group by name order by count(*) desc, name'),
  }
}

// Positions in the order of use, from the most used to the rarest.
const shares = [0, 0.002, 0.03, 0.1, 0.25, 0.5, 0.8, 0.999]
export const variants = shares.length

function at<Choice>(choices: Choice[], variant: number): Choice {
  const choice = choices[Math.floor((shares[variant % variants] ?? 0) * choices.length)]
  if (choice === undefined) throw new Error('The set has nothing to filter by')
  return choice
}

/** Combines a target with its own industry, because another one gives no results. One variant tests that case. */
function industryFor({ choices, variant, hasTarget }: { choices: Choices; variant: number; hasTarget: boolean }): string {
  const own = hasTarget && variant % variants !== 3 ? at(choices.targets, variant).industry : null
  return own ?? at(choices.industries, variant * 3 + 1)
}

const listed = (...words: (string | false)[]) => words.filter(Boolean).join(', ')

/** Every combination of the list's parameters. The three filters of one variant advance through the shares at different rates. */
export const combinations: Combination[] = Object.entries(statusChoices).flatMap(([status, statuses]) =>
  [false, true].flatMap((target) =>
    [false, true].flatMap((industry) =>
      [0, 1, 3].flatMap((causes) =>
        campaignSorts.flatMap((sort) =>
          [false, true].map((isNextPage) => ({
            name: listed(status, target && 'target', industry && 'industry', causes > 0 && `causes: ${causes}`, sort, isNextPage && 'next page'),
            group: listed(target && 'target', industry && 'industry', causes > 0 && `causes: ${causes}`) || 'no filter',
            isNextPage,
            filterOf: (choices: Choices, variant: number): ListFilter => ({
              statuses,
              sort,
              limit: pageSize,
              target: target ? at(choices.targets, variant).name : undefined,
              industry: industry ? industryFor({ choices, variant, hasTarget: target }) : undefined,
              causes: causes ? Array.from({ length: causes }, (_, n) => at(choices.causes, variant * 5 + 3 * n)) : undefined,
            }),
          })),
        ),
      ),
    ),
  ),
)
