import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#design/button.tsx'
import { FailureText } from '#design/field-texts.tsx'
import { TextArea } from '#design/text-field.tsx'
import { filledIn, focusFirstProblem } from '#features/accounts/ui/form-parts.tsx'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { appealProblems } from '../policy.ts'
import { type AppealCode, appealCodes, appealLimits, appealPath } from '../terms.ts'
import { api } from './api.ts'

const texts: Record<AppealCode, () => string> = { APPEAL_MISSING: m.appeals_error_missing, APPEAL_TOO_LONG: m.appeals_error_long }
const codeIn = (text: unknown) => appealCodes.find((code) => code === text)

/** Works without JavaScript: the form posts to the server, which redirects back to the page. */
export function AppealForm({ decisionId, token, problem }: { decisionId: string; token: string | undefined; problem: string | undefined }) {
  const queryClient = useQueryClient()
  const [error, setError] = useState(codeIn(problem))
  const [isFailed, setFailed] = useState(problem !== undefined && !codeIn(problem))
  const [isSending, setSending] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isSending) return
    const body = filledIn(form, 'body')
    const wrong = codeIn(appealProblems(body).body)
    setError(wrong)
    setFailed(false)
    if (wrong) return focusFirstProblem(form)
    setSending(true)
    try {
      await api.send.call({ id: decisionId, body, ...(token !== undefined && { token }) })
    } catch (failure) {
      // For a refusal because of the decision's state, the page shows that state.
      if (refusalOf(failure)?.status !== 409) setFailed(true)
    }
    await queryClient.invalidateQueries({ queryKey: api.key() })
    setSending(false)
  }

  return (
    <form method="post" action={appealPath} onSubmit={send} className="flex flex-col gap-5">
      <input type="hidden" name="id" value={decisionId} />
      {token !== undefined && <input type="hidden" name="token" value={token} />}
      <TextArea
        name="body"
        label={m.appeals_body()}
        hint={m.appeals_body_hint()}
        error={error && texts[error]()}
        count={{ max: appealLimits.body }}
        dir="auto"
      />
      {isFailed && <FailureText>{m.appeals_error_failed()}</FailureText>}
      <div>
        <Button type="submit" tone="primary" size="lg" pending={isSending}>
          {m.appeals_send()}
        </Button>
      </div>
    </form>
  )
}
