import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#design/button.tsx'
import { CheckboxField } from '#design/choice-field.tsx'
import { FailureText } from '#design/field-texts.tsx'
import { RadioGroup } from '#design/radio-group.tsx'
import { ScriptTrap } from '#design/script-trap.tsx'
import { TextArea, TextField } from '#design/text-field.tsx'
import { filledIn, focusFirstProblem } from '#features/accounts/ui/form-parts.tsx'
import { m } from '#messages'
import { fieldTexts } from '#platform/client/field-problem-texts.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { withProof } from '#platform/client/with-proof.ts'
import { reportProblems } from '../policy.ts'
import { reasonText } from '../reason-text.ts'
import { type ReportKind, reportLimits, reportPath, reportReasons } from '../terms.ts'
import { api } from './api.ts'
import { codeTexts, reasonHints, refusalText } from './report-texts.ts'

type ReportFormProps = {
  subject: { kind: ReportKind; id: string }
  problem: string | undefined
  isVisitor: boolean
  renderedAt: number
  /** Called when a visitor's report was stored and waits for the mailed link. */
  onMailed: () => void
}

/** Works without JavaScript: the form posts to the server, which redirects back to the page. */
export function ReportForm({ subject, problem, isVisitor, renderedAt, onMailed }: ReportFormProps) {
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState(problem === undefined ? undefined : (fieldTexts({ problem }, codeTexts, () => refusalText(problem)).problem ?? ''))
  const [isSending, setSending] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const chosen = reportReasons.find((each) => each === filledIn(form, 'reason'))
    if (isSending) return
    setFailure(undefined)
    setErrors(chosen ? {} : { reason: m.reports_error_reason() })
    if (!chosen) return
    const [details = '', law = '', name = '', email = ''] = ['details', 'law', 'name', 'email'].map((field) => filledIn(form, field))
    const words = { reason: chosen, details, law, name, email, isGoodFaith: filledIn(form, 'isGoodFaith') !== '' }
    const problems = reportProblems(words, { isVisitor })
    if (Object.keys(problems).length > 0) return showErrors(form, problems)
    setSending(true)
    try {
      const sender = isVisitor ? { email } : {}
      const opened = isVisitor ? { openSeconds: performance.now() / 1000, website: filledIn(form, 'website') } : {}
      const report = { ...subject, ...(chosen === 'illegal' ? words : { reason: chosen, details, ...sender }), ...opened }
      const sent = await withProof((proof) => api.send.call({ ...report, ...(proof && { proof }) }))
      if (sent.id === null) return onMailed()
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
        options={reportReasons.map((value) => ({ value, label: reasonText(value), hint: reasonHints[value]() }))}
      />
      <TextArea
        name="details"
        label={m.reports_details()}
        hint={m.reports_details_hint()}
        error={errors.details}
        count={{ max: reportLimits.details }}
        dir="auto"
      />
      {isVisitor && <input type="hidden" name="renderedAt" value={renderedAt} />}
      {isVisitor && <ScriptTrap />}
      {isVisitor && <TextField name="email" type="email" label={m.reports_email()} hint={m.reports_email_hint()} error={errors.email} autoComplete="email" />}
      <Notice errors={errors} isVisitor={isVisitor} />
      {failure && <FailureText>{failure}</FailureText>}
      <div>
        <Button type="submit" tone="primary" size="lg" pending={isSending}>
          {m.reports_send()}
        </Button>
      </div>
    </form>
  )
}

/** The fields of a notice about illegal content. CSS shows them for that reason alone, so that they appear without JavaScript too. */
function Notice({ errors, isVisitor }: { errors: Record<string, string>; isVisitor: boolean }) {
  return (
    <fieldset className="hidden flex-col gap-5 border-s-4 border-ink ps-4 group-has-[[value=illegal]:checked]/report:flex">
      <legend className="type-title float-start mb-1 text-xl">{m.reports_notice()}</legend>
      <p className="clear-both max-w-prose text-muted">{m.reports_notice_lead()}</p>
      <TextArea name="law" rows={2} label={m.reports_law()} error={errors.law} count={{ max: reportLimits.law }} dir="auto" />
      <TextField name="name" label={m.reports_name()} error={errors.name} count={{ max: reportLimits.name }} autoComplete="name" />
      {!isVisitor && <TextField name="email" type="email" label={m.reports_email()} error={errors.email} autoComplete="email" />}
      <CheckboxField name="isGoodFaith" value="yes" label={m.reports_good_faith()} error={errors.isGoodFaith} />
    </fieldset>
  )
}
