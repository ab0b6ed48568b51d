import { m } from '#messages'
import { type Problem, stepOf } from '../terms.ts'
import { neededText } from './problem-text.ts'
import { stepTitle } from './step-titles.ts'

/** The problems that prevent saving the draft. Each line opens the field. */
export function DraftNeeds({ problems, onOpen }: { problems: readonly Problem[]; onOpen: (step: number, field: string) => void }) {
  return (
    <div role="alert" className="mt-3 border-s-6 border-ink bg-sunk py-2 ps-4 pe-3">
      <p className="font-semibold">{m.wizard_draft_needs()}</p>
      <ul>
        {problems.map((problem) => {
          const step = stepOf(problem.field) ?? 1
          return (
            <li key={problem.field}>
              <button type="button" onClick={() => onOpen(step, problem.field)} className="link inline-flex min-h-11 items-center text-start">
                {stepTitle(step)}: {neededText(problem)}
              </button>
            </li>
          )
        })}
      </ul>
      <p className="text-sm text-muted">{m.wizard_draft_kept()}</p>
    </div>
  )
}
