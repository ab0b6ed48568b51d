import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#messages'
import { formatCents } from '#platform/format.ts'
import { parseCents } from '../amounts.ts'
import type { WizardDraft } from '../draft.ts'
import { perBasis } from './basis-text.ts'
import { Locked } from './locked.tsx'
import { StepActions } from './step-actions.tsx'
import { StepCover } from './step-cover.tsx'
import { StepImpact, SupportersGoal } from './step-impact.tsx'
import { StepStory } from './step-story.tsx'
import { StepTarget } from './step-target.tsx'
import { stepTitle } from './step-titles.ts'
import type { Cover } from './use-cover.ts'
import type { StepProps } from './wizard-form.ts'

type FieldsProps = StepProps & { draft: WizardDraft; cover: Cover; path: string }

/** All steps of the wizard on one page; frozen fields are text. */
export function EditFields({ draft, cover, path, ...props }: FieldsProps) {
  const { frozen = false } = props
  return (
    <>
      <Part step={1}>
        {frozen ? (
          <>
            <WhyFrozen />
            <Locked label={m.wizard_target()} text={draft.target?.name ?? ''} />
            <Locked label={m.wizard_title()} text={draft.title} />
          </>
        ) : (
          <StepTarget {...props} />
        )}
      </Part>
      <Part step={2}>
        <StepStory {...props} />
      </Part>
      <Part step={3}>
        <StepActions {...props} />
      </Part>
      <Part step={4}>{frozen ? <FrozenImpact {...props} draft={draft} /> : <StepImpact {...props} />}</Part>
      <Part step={5}>
        <StepCover {...props} cover={cover} path={path} />
      </Part>
    </>
  )
}

function Part({ step, children }: { step: number; children: ReactNode }) {
  return (
    <section aria-labelledby={`edit-part-${step}`} className="border-t-2 border-ink pt-4">
      <h2 id={`edit-part-${step}`} className="type-title mb-5 text-2xl">
        {stepTitle(step)}
      </h2>
      <div className="flex flex-col gap-7">{children}</div>
    </section>
  )
}

function WhyFrozen() {
  return (
    <p className="flex items-start gap-3 border-s-4 border-ink bg-sunk py-2 ps-4 pe-3">
      <Lock className="mt-1 size-4 shrink-0" aria-hidden="true" />
      {m.edit_frozen()}
    </p>
  )
}

/** The frozen impact as read-only text, and the supporters goal, which may still change. */
function FrozenImpact({ form, problemAt, draft }: StepProps & { draft: WizardDraft }) {
  const spend = parseCents(draft.spend)
  return (
    <>
      <WhyFrozen />
      {draft.mode === 'monetary' ? (
        <>
          <Locked label={m.wizard_product()} text={draft.productService} />
          <Locked label={m.wizard_spend()} text={`${formatCents(spend ?? 0)} ${perBasis(draft.durationBasis)}`} />
        </>
      ) : (
        <Locked label={m.wizard_unit()} text={draft.unit} />
      )}
      <SupportersGoal form={form} problemAt={problemAt} />
    </>
  )
}
