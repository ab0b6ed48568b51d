import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#design/button.tsx'
import { CheckboxField } from '#design/choice-field.tsx'
import { RadioGroup } from '#design/radio-group.tsx'
import { TextArea, TextField } from '#design/text-field.tsx'
import { filledIn, focusFirstProblem } from '#features/accounts/ui/public.ts'
import { m } from '#messages'
import { fieldTexts } from '#platform/client/field-problem-texts.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { reportProblems } from '../policy.ts'
import { type ReportKind, reportLimits, reportPath, reportReasons } from '../terms.ts'
import { api } from './api.ts'
import { codeTexts, reasonTexts, refusalText } from './report-texts.ts'

type ReportFormProps = { subject: { kind: ReportKind; id: string }; problem: string | undefined }

/** Works without JavaScript: the form posts to the server, which redirects back to the page. */
export function ReportForm({ subject, problem }: ReportFormProps) {
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState(problem === undefined ? undefined : (fieldTexts({ problem }, codeTexts, () => refusalText(problem)).problem ?? ''))
  const [isSending, setSending] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    // Read from the form, because the choice may have been made before hydration.
    const chosen = reportReasons.find((each) => each === filledIn(form, 'reason'))
    if (isSending) return
    setFailure(undefined)
    setErrors(chosen ? {} : { reason: m.reports_error_reason() })
    if (!chosen) return
    const [details = '', law = '', name = '', email = ''] = ['details', 'law', 'name', 'email'].map((field) => filledIn(form, field))
    const words = { reason: chosen, details, law, name, email, isGoodFaith: filledIn(form, 'isGoodFaith') !== '' }
    const problems = reportProblems(words)
    if (Object.keys(problems).length > 0) return showErrors(form, problems)
    setSending(true)
    try {
      await api.send.call({ ...subject, ...(chosen === 'illegal' ? words : { reason: chosen, details }) })
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal && Object.keys(refusal.fields).length > 0) showErrors(form, refusal.fields)
      // For a refusal because of the content's state, the page shows that state.
      else if (refusal?.status !== 409) setFailure(refusalText(refusal?.code))
    }
    await queryClient.invalidateQueries({ queryKey: api.key() })
    setSending(false)
  }

  function showErrors(form: HTMLFormElement, problems: Record<string, string>) {
    setErrors(fieldTexts(problems, codeTexts, m.reports_error_failed))
    focusFirstProblem(form)
  }

  return (
    <form method="post" action={reportPath} onSubmit={send} className="group/report flex max-w-form flex-col gap-6">
      <input type="hidden" name="kind" value={subject.kind} />
      <input type="hidden" name="id" value={subject.id} />
      <RadioGroup
        name="reason"
        legend={m.reports_reason()}
        value={reason}
        onChange={setReason}
        error={errors.reason}
        options={reportReasons.map((value) => ({ value, label: reasonTexts[value].label(), hint: reasonTexts[value].hint() }))}
      />
      <TextArea
        name="details"
        label={m.reports_details()}
        hint={m.reports_details_hint()}
        error={errors.details}
        count={{ max: reportLimits.details }}
        dir="auto"
      />
      <Notice errors={errors} />
      {failure && (
        <p role="alert" className="font-semibold text-danger-text">
          {failure}
        </p>
      )}
      <div>
        <Button type="submit" tone="primary" size="lg" pending={isSending}>
          {m.reports_send()}
        </Button>
      </div>
    </form>
  )
}

/** The fields of a notice about illegal content. CSS shows them for that reason alone, so that they appear without JavaScript too. */
function Notice({ errors }: { errors: Record<string, string> }) {
  return (
    <fieldset className="hidden flex-col gap-5 border-s-4 border-ink ps-4 group-has-[[value=illegal]:checked]/report:flex">
      <legend className="type-title float-start mb-1 text-xl">{m.reports_notice()}</legend>
      <p className="clear-both max-w-prose text-muted">{m.reports_notice_lead()}</p>
      <TextArea name="law" rows={2} label={m.reports_law()} error={errors.law} count={{ max: reportLimits.law }} dir="auto" />
      <TextField name="name" label={m.reports_name()} error={errors.name} count={{ max: reportLimits.name }} autoComplete="name" />
      <TextField name="email" type="email" label={m.reports_email()} error={errors.email} autoComplete="email" />
      <CheckboxField name="isGoodFaith" value="yes" label={m.reports_good_faith()} error={errors.isGoodFaith} />
    </fieldset>
  )
}
