import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#design/button.tsx'
import { FailureText } from '#design/field-texts.tsx'
import { TextField } from '#design/text-field.tsx'
import { filledIn, focusFirstProblem } from '#features/accounts/ui/form-parts.tsx'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { Representation } from '../contract.ts'
import { api } from './api.ts'
import { domainText, failureText } from './problem-text.ts'

export function DomainForm({ representation: { target, website } }: { representation: Representation }) {
  const queryClient = useQueryClient()
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isSending, setSending] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isSending) return
    setError(undefined)
    setFailure(undefined)
    setSending(true)
    try {
      await api.claim.call({ slug: target.slug, domain: filledIn(form, 'domain') })
      await queryClient.invalidateQueries({ queryKey: api.key() })
    } catch (refused) {
      const wrong = domainText(refusalOf(refused)?.fields?.domain)
      setError(wrong)
      if (!wrong) setFailure(failureText(refused))
      else focusFirstProblem(form)
    }
    setSending(false)
  }

  return (
    <form onSubmit={send} noValidate className="flex flex-col gap-5">
      <TextField
        name="domain"
        label={m.replies_domain()}
        hint={m.replies_domain_hint()}
        error={error}
        defaultValue={website ?? ''}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      {failure && <FailureText>{failure}</FailureText>}
      <div>
        <Button type="submit" tone="primary" size="lg" pending={isSending}>
          {m.replies_start()}
        </Button>
      </div>
    </form>
  )
}
