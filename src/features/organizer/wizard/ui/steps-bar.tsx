import { cx } from '#design/classes.ts'
import { m } from '#messages'
import { stepCount } from '../terms.ts'
import { stepTitle } from './step-titles.ts'

const steps = Array.from({ length: stepCount }, (_, index) => index + 1)

type StepsProps = {
  step: number
  /** The last step that may be opened. */
  furthest: number
  onStep: (step: number) => void
}

/** A bar for each step and, on wide screens, its name as a button that opens it. */
export function StepsBar({ step, furthest, onStep }: StepsProps) {
  return (
    <>
      <div
        role="progressbar"
        aria-label={m.wizard_progress()}
        aria-valuemin={1}
        aria-valuemax={stepCount}
        aria-valuenow={step}
        aria-valuetext={m.wizard_step_of({ step, count: stepCount })}
        className="flex gap-2 lg:grid lg:grid-cols-6 lg:gap-4"
      >
        {steps.map((each) => (
          <span key={each} className={cx('h-6 w-1.5 rounded-xs', each === step ? 'bg-accent' : each < step ? 'bg-ink' : 'bg-line')} />
        ))}
      </div>
      <nav aria-label={m.wizard_steps()} className="hidden lg:block">
        <ol className="grid grid-cols-6 gap-4">
          {steps.map((each) => (
            <li key={each}>
              <button
                type="button"
                disabled={each > furthest}
                aria-current={each === step ? 'step' : undefined}
                onClick={() => onStep(each)}
                className="flex min-h-11 w-full items-start pt-1.5 text-start text-sm leading-snug not-disabled:hover:underline disabled:text-muted aria-[current=step]:font-semibold"
              >
                {stepTitle(each)}
              </button>
            </li>
          ))}
        </ol>
      </nav>
    </>
  )
}
