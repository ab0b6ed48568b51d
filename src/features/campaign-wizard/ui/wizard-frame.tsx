import { ArrowLeft, ArrowRight, Check } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Button } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { ProgressBar } from '#design/progress-bar.tsx'
import { m } from '#messages'
import { type Problem, reviewStep, stepCount } from '../terms.ts'
import { keepFocus } from './focus.ts'
import { neededText } from './problem-text.ts'
import { stepTitle } from './step-titles.ts'
import { TroubleNote, type WaysOut } from './trouble-note.tsx'
import type { Trouble } from './use-save.ts'

type FrameProps = {
  step: number
  /** The last step that may be opened. */
  furthest: number
  /** What this step still needs. */
  missing: readonly Problem[]
  trouble: Trouble | null
  ways: WaysOut
  heading: RefObject<HTMLHeadingElement | null>
  onStep: (step: number) => void
  onBack: () => void
  onNext: () => void
  /** Straight back to the review, for somebody who came from there. */
  onReview: (() => void) | undefined
  /** What the last step has in the place of Next. */
  ending: ReactNode
  children: ReactNode
}

const steps = Array.from({ length: stepCount }, (_, index) => index + 1)

export function WizardFrame(props: FrameProps) {
  const { step, heading, trouble, ways, children } = props
  return (
    <>
      <p role="status" className="mt-2 font-semibold tabular-nums">
        {m.wizard_step_of({ step, count: stepCount })}
      </p>
      <ProgressBar
        value={step}
        max={stepCount}
        label={m.wizard_progress()}
        text={m.wizard_step_of({ step, count: stepCount })}
        className="mt-1 max-w-[40rem]"
      />
      <div className="mt-6 grid items-start gap-x-16 lg:mt-10 lg:grid-cols-[17rem_minmax(0,40rem)]">
        <StepList {...props} />
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="type-title mb-6 text-2xl outline-none">
            {stepTitle(step)}
          </h2>
          {trouble && <TroubleNote trouble={trouble} ways={ways} />}
          <div className="flex flex-col gap-7">{children}</div>
          <Moves {...props} />
        </div>
      </div>
    </>
  )
}

function StepList({ step, furthest, onStep }: FrameProps) {
  return (
    <nav aria-label={m.wizard_steps()} className="sticky top-6 hidden lg:block">
      <ol className="border-t border-line">
        {steps.map((each) => (
          <li key={each} className="border-b border-line">
            <button
              type="button"
              disabled={each > furthest}
              aria-current={each === step ? 'step' : undefined}
              onClick={() => onStep(each)}
              className="group flex min-h-12 w-full items-center gap-3 py-1 text-start not-disabled:hover:underline disabled:text-muted aria-[current=step]:font-semibold"
            >
              <span className="type-figure w-5 shrink-0 text-lg group-aria-[current=step]:text-accent-text">{each}</span>
              <span className="grow">{stepTitle(each)}</span>
              {each < step && <Check className="size-4 shrink-0" strokeWidth={3} />}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Moves({ step, missing, onBack, onNext, onReview, ending }: FrameProps) {
  const isValid = missing.length === 0
  const isLast = step === reviewStep
  const needs = [...new Set(missing.map(neededText))].join(' ')
  return (
    <footer className="mt-8 flex flex-col gap-3 border-t border-ink pt-5">
      <div className={cx('flex justify-between gap-4', isLast ? 'flex-col-reverse sm:flex-row' : 'items-center')}>
        <Button
          disabled={step === 1}
          size={isLast ? 'lg' : 'md'}
          onMouseDown={keepFocus}
          onClick={onBack}
          icon={<ArrowLeft className="size-4 rtl:rotate-180" />}
        >
          {m.wizard_back()}
        </Button>
        {isLast ? (
          ending
        ) : (
          <div className="flex flex-wrap justify-end gap-2">
            {onReview && isValid && (
              <Button tone="quiet" onClick={onReview}>
                {m.wizard_back_to_review()}
              </Button>
            )}
            <Button tone="primary" disabled={!isValid} aria-describedby={isValid ? undefined : 'wizard-needs'} onClick={onNext} className="min-w-32">
              {m.wizard_next()}
              <ArrowRight className="size-4 rtl:rotate-180" />
            </Button>
          </div>
        )}
      </div>
      {!isValid && (
        <p id="wizard-needs" className="text-sm text-muted sm:text-end">
          <strong className="text-ink">{m.wizard_needs()}</strong> {needs}
        </p>
      )}
    </footer>
  )
}
