import { ArrowLeft, ArrowRight, Eye } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Button } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { m } from '#messages'
import { type Problem, reviewStep, stepCount } from '../terms.ts'
import { DraftNeeds } from './draft-needs.tsx'
import { keepFocus } from './focus.ts'
import { neededText } from './problem-text.ts'
import { stepTitle } from './step-titles.ts'
import { StepsBar } from './steps-bar.tsx'
import { TroubleNote, type WaysOut } from './trouble-note.tsx'
import type { Trouble } from './use-save.ts'

type FrameProps = {
  step: number
  /** The last step that may be opened. */
  furthest: number
  /** The problems of this step. */
  missing: readonly Problem[]
  trouble: Trouble | null
  ways: WaysOut
  heading: RefObject<HTMLHeadingElement | null>
  /** Opens a step and focuses a field in it, if one is given. */
  onStep: (step: number, field?: string) => void
  onBack: () => void
  onNext: () => void
  /** Returns to the review. Undefined unless the author came from there. */
  onReview: (() => void) | undefined
  /** Saves the draft from every step but the last, which has its own button. `needs`: the problems that prevented the last save. */
  draft: { isSaving: boolean; isWaiting: boolean; needs: readonly Problem[]; onSave: () => void }
  /** A preview of the page's head: beside the fields on wide screens; on narrow ones it replaces them when chosen. */
  preview: { page: ReactNode; isChosen: boolean; onChoose: () => void }
  /** The buttons of the last step instead of Next. */
  ending: ReactNode
  children: ReactNode
}

export function WizardFrame(props: FrameProps) {
  const { step, furthest, heading, trouble, ways, draft, preview, onStep, children } = props
  const isLast = step === reviewStep
  const isPreview = preview.isChosen && !isLast
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-end gap-x-1">
        <p role="status" className="me-auto font-semibold tabular-nums">
          {m.wizard_step_of({ step, count: stepCount })}
        </p>
        {!isLast && (
          <>
            <Button
              size="sm"
              tone={isPreview ? 'secondary' : 'quiet'}
              aria-pressed={isPreview}
              aria-controls="wizard-page-preview"
              icon={<Eye className="size-4" />}
              onClick={preview.onChoose}
              className="lg:hidden"
            >
              {m.wizard_page_preview()}
            </Button>
            <Button size="sm" tone="quiet" pending={draft.isSaving} disabled={draft.isWaiting && !draft.isSaving} onClick={draft.onSave} className="-me-3">
              {m.wizard_save_draft()}
            </Button>
          </>
        )}
      </div>
      <StepsBar step={step} furthest={furthest} onStep={onStep} />
      {draft.needs.length > 0 && <DraftNeeds problems={draft.needs} onOpen={onStep} />}
      <div className={cx('mt-6 grid gap-x-12 lg:mt-4 xl:gap-x-16', isLast ? 'max-w-[40rem]' : wideClass)}>
        <div className={cx('min-w-0', isPreview && 'max-lg:hidden')}>
          <h2 ref={heading} tabIndex={-1} className="type-title mb-5 text-2xl outline-none">
            {stepTitle(step)}
          </h2>
          {trouble && <TroubleNote trouble={trouble} ways={ways} />}
          <div className="flex flex-col gap-7">{children}</div>
        </div>
        {!isLast && <div className={cx('min-w-0 lg:sticky lg:top-6 lg:row-span-2 lg:self-start', !isPreview && 'max-lg:hidden')}>{preview.page}</div>}
        <Moves {...props} />
      </div>
    </>
  )
}

// The second row takes the extra height of the preview, so that Next stays directly below the fields.
const wideClass = 'lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,40rem)_minmax(0,28rem)]'

function Moves({ step, missing, onBack, onNext, onReview, ending }: FrameProps) {
  const isValid = missing.length === 0
  const isLast = step === reviewStep
  const needs = [...new Set(missing.map(neededText))].join(' ')
  return (
    <footer className="mt-6 flex flex-col gap-3 self-start border-t border-ink pt-5 lg:col-start-1">
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
