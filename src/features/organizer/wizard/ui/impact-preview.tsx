import { BigNumber } from '#design/big-number.tsx'
import { yearlyCents } from '#features/campaigns/policy.ts'
import { yearlyMultiplier } from '#features/campaigns/terms.ts'
import { m } from '#messages'
import { compactCents, formatCents, formatCount } from '#platform/format.ts'
import { normalized } from '#platform/text.ts'
import { parseCents, parseCount } from '../amounts.ts'
import type { WizardDraft } from '../draft.ts'
import { perBasis } from './basis-text.ts'

/** The impact of one supporter: until others join, the author is the only one. */
export function ImpactPreview({ draft }: { draft: WizardDraft }) {
  return <div>{draft.mode === 'monetary' ? <Money draft={draft} /> : <Units draft={draft} />}</div>
}

function Money({ draft }: { draft: WizardDraft }) {
  const { durationBasis } = draft
  const spendCents = parseCents(draft.spend) ?? 0
  const impact = { mode: 'monetary' as const, productService: draft.productService, spendCents, durationBasis, currency: 'USD' as const }
  const yearly = yearlyCents(impact, 1) ?? 0
  const goal = parseCount(draft.supportersGoal)
  const atGoal = goal === null ? null : yearlyCents(impact, goal)
  const period = durationBasis === 'one_time' ? undefined : m.wizard_per_year()
  const parts = { spend: formatCents(spendCents), yearly: formatCents(yearly), times: yearlyMultiplier[durationBasis] }
  return (
    <>
      <BigNumber
        value={yearly}
        format={formatCents}
        unit={period}
        size="md"
        label={m.wizard_preview_one()}
        how={
          <>
            <p className="tabular-nums">
              {durationBasis === 'one_time' ? m.wizard_formula_once(parts) : m.wizard_formula({ ...parts, period: perBasis(durationBasis) })}
            </p>
            <p>{m.wizard_formula_help()}</p>
          </>
        }
      />
      {goal !== null && atGoal !== null && goal > 0 && (
        <p className="mt-1 tabular-nums">
          {m.wizard_preview_goal({
            count: formatCount(goal),
            amount: [Number.isSafeInteger(atGoal) ? formatCents(atGoal) : compactCents(atGoal), period].filter(Boolean).join(' '),
          })}
        </p>
      )}
    </>
  )
}

function Units({ draft }: { draft: WizardDraft }) {
  const goal = parseCount(draft.supportersGoal)
  const unit = normalized(draft.unit)
  return (
    <>
      <BigNumber value={1} unit={unit} size="md" label={m.wizard_preview_one()} how={<p>{m.wizard_formula_units()}</p>} />
      {goal !== null && goal > 0 && (
        <p className="mt-1 tabular-nums">{m.wizard_preview_goal({ count: formatCount(goal), amount: `${formatCount(goal)} ${unit}` })}</p>
      )}
    </>
  )
}
