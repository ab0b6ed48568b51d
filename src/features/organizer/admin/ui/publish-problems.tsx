import { Link } from '@tanstack/react-router'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { knownProblems, stepOf } from '../../wizard/terms.ts'
import { publishFailureText } from '../../wizard/ui/failure-text.ts'
import { problemText } from '../../wizard/ui/problem-text.ts'
import { stepTitle } from '../../wizard/ui/step-titles.ts'

/** The problems that prevent publishing a draft, grouped by the wizard's step that fixes them. */
export function PublishProblems({ draftId, error }: { draftId: string; error: unknown }) {
  const refusal = refusalOf(error)
  const problems = knownProblems(refusal?.fields ?? {})
  const failed = publishFailureText(refusal?.code)
  const steps = [...new Set(problems.map(({ field }) => stepOf(field) ?? 1))]
  const noTarget = problems.some(({ code }) => code === 'TARGET_MISSING')
  return (
    <div className="border-s-4 border-danger-text ps-4">
      <p className="font-semibold text-danger-text">
        {noTarget ? m.admin_publish_no_target() : steps.length > 0 ? m.admin_publish_needs() : (refusal?.text ?? failed ?? m.admin_publish_failed())}
      </p>
      {steps.length > 0 && (
        <ul className="mt-2 flex flex-col gap-3">
          {steps.map((step) => (
            <li key={step}>
              <Link to="/campaigns/create" search={{ draft: draftId, step }} className="link inline-flex min-h-11 items-center font-semibold">
                {m.admin_step({ step, name: stepTitle(step) })}
              </Link>
              <ul className="list-disc ps-5">
                {[...new Set(problems.filter(({ field }) => stepOf(field) === step).map(({ code }) => problemText(code)))].map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
