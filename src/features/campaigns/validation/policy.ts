import type { FieldProblems } from '#platform/refusal.ts'
import { isWebAddress, lengthOf, normalized } from '#platform/text.ts'
import type { CampaignInput } from '../contract.ts'
import { type EndingCode, limits, type ProblemCode } from './terms.ts'

type Problems = FieldProblems<ProblemCode>

/**
 * Returns all problems that prevent saving (target, title, impact) or, with `publish`, publishing. Keys are the wizard's fields; empty if
 * there are none.
 */
export function campaignProblems(input: CampaignInput, options: { publish: boolean }): Problems {
  return {
    ...targetProblems(input),
    ...between('title', input.title, limits.title, ['TITLE_TOO_SHORT', 'TITLE_TOO_LONG']),
    ...storyProblems(input, options),
    ...stepProblems(input, options),
    ...impactProblems(input),
  }
}

function targetProblems({ target }: CampaignInput): Problems {
  if (!target) return { target: 'TARGET_MISSING' }
  if ('id' in target) return {}
  const found: Problems = {}
  if (!normalized(target.name)) found['target.name'] = 'NAME_BLANK'
  else if (lengthOf(target.name) > limits.name) found['target.name'] = 'NAME_TOO_LONG'
  if (target.websiteUrl && !isWebAddress(target.websiteUrl)) found['target.websiteUrl'] = 'URL_INVALID'
  if (target.industry && 'name' in target.industry) {
    const length = lengthOf(target.industry.name)
    if (length < limits.industryName.min || length > limits.industryName.max) found['target.industry'] = 'INDUSTRY_NAME_LENGTH'
  }
  return found
}

function storyProblems(input: CampaignInput, { publish }: { publish: boolean }): Problems {
  const found: Problems = {
    ...between('goal', input.summary, publish ? limits.goal : { ...limits.goal, min: 0 }, ['GOAL_TOO_SHORT', 'GOAL_TOO_LONG']),
    ...between('whyItMatters', input.whyItMatters, publish ? limits.whyItMatters : { ...limits.whyItMatters, min: 0 }, ['WHY_TOO_SHORT', 'WHY_TOO_LONG']),
  }
  if (lengthOf(input.body) > limits.body) found.body = 'BODY_TOO_LONG'
  Object.assign(found, sourceProblems(input))
  if (publish && input.causes.length === 0) found.causes = 'CAUSES_MISSING'
  if (input.causes.length > limits.causes) found.causes = 'CAUSES_TOO_MANY'
  for (const cause of input.causes) {
    if ('name' in cause && (!normalized(cause.name) || lengthOf(cause.name) > limits.name || cause.name.includes(','))) found.causes = 'CAUSE_NAME'
  }
  return found
}

function sourceProblems({ sources }: CampaignInput): Problems {
  const found: Problems = {}
  const isGiven = ({ url, description }: CampaignInput['sources'][number]) => normalized(url) !== '' || normalized(description) !== ''
  if (sources.filter(isGiven).length > limits.sources) found.sources = 'SOURCES_TOO_MANY'
  sources.forEach((source, row) => {
    if (!isGiven(source)) return
    if (!normalized(source.url)) found[`sources.${row}.url`] = 'SOURCE_URL'
    else if (!isWebAddress(source.url)) found[`sources.${row}.url`] = 'URL_INVALID'
    if (!normalized(source.description)) found[`sources.${row}.description`] = 'SOURCE_DESCRIPTION'
    else if (lengthOf(source.description) > limits.source) found[`sources.${row}.description`] = 'SOURCE_TOO_LONG'
  })
  return found
}

function stepProblems(input: CampaignInput, { publish }: { publish: boolean }): Problems {
  const found: Problems = {}
  const actions = input.actions.filter(normalized)
  if (publish && actions.length === 0) found.actions = 'ACTIONS_MISSING'
  if (actions.length > limits.actions) found.actions = 'ACTIONS_TOO_MANY'
  input.actions.forEach((action, row) => {
    if (lengthOf(action) > limits.action) found[`actions.${row}`] = 'ACTION_TOO_LONG'
  })
  const given = input.alternatives.filter(({ name }) => normalized(name))
  if (publish && given.length === 0) found.alternatives = 'ALTERNATIVES_MISSING'
  if (given.length > limits.alternatives) found.alternatives = 'ALTERNATIVES_TOO_MANY'
  input.alternatives.forEach(({ name, url, note }, row) => {
    if (!normalized(name) && (normalized(url ?? '') || normalized(note ?? ''))) found[`alternatives.${row}.name`] = 'ALTERNATIVE_NAME'
    if (lengthOf(name) > limits.alternative) found[`alternatives.${row}.name`] = 'ALTERNATIVE_TOO_LONG'
    if (url && normalized(url) && !isWebAddress(url)) found[`alternatives.${row}.url`] = 'URL_INVALID'
    if (note && lengthOf(note) > limits.note) found[`alternatives.${row}.note`] = 'NOTE_TOO_LONG'
  })
  return found
}

function impactProblems({ impact, supportersGoal }: CampaignInput): Problems {
  const found: Problems = {}
  if (impact.mode === 'monetary') {
    const { spendCents } = impact
    if (!normalized(impact.productService ?? '')) found.productService = 'PRODUCT_MISSING'
    else if (lengthOf(impact.productService ?? '') > limits.productService) found.productService = 'PRODUCT_TOO_LONG'
    const isSpend = typeof spendCents === 'number' && Number.isInteger(spendCents)
    if (!isSpend || spendCents < limits.spendCents.min || spendCents > limits.spendCents.max) found.spend = 'SPEND_INVALID'
    if (!impact.durationBasis) found.durationBasis = 'DURATION_MISSING'
  } else if (!normalized(impact.unit ?? '')) found.unit = 'UNIT_MISSING'
  else if (lengthOf(impact.unit ?? '') > limits.unit) found.unit = 'UNIT_TOO_LONG'
  if (supportersGoal !== null && supportersGoal !== undefined) {
    const { min, max } = limits.supportersGoal
    if (!Number.isInteger(supportersGoal) || supportersGoal < min || supportersGoal > max) found.supportersGoal = 'GOAL_NUMBER_INVALID'
  }
  return found
}

function between(field: string, value: string, { min, max }: { min: number; max: number }, codes: readonly [ProblemCode, ProblemCode]): Problems {
  const length = lengthOf(value)
  if (length < min) return { [field]: codes[0] }
  return length > max ? { [field]: codes[1] } : {}
}

/** Returns the problems of ending a campaign with these texts. A moderator must give a reason; a victory needs a statement. */
export function endingProblems(given: { statement?: string; reason?: string | undefined; isCreator: boolean }): FieldProblems<EndingCode> {
  const found: FieldProblems<EndingCode> = {}
  if (given.statement !== undefined && !normalized(given.statement)) found.statement = 'STATEMENT_MISSING'
  if (lengthOf(given.statement ?? '') > limits.statement) found.statement = 'STATEMENT_TOO_LONG'
  if (!given.isCreator && !normalized(given.reason ?? '')) found.reason = 'REASON_MISSING'
  if (lengthOf(given.reason ?? '') > limits.reason) found.reason = 'REASON_TOO_LONG'
  return found
}
