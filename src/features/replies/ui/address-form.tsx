import { type FormEvent, useState } from 'react'
import { Button } from '#design/button.tsx'
import { FailureText } from '#design/field-texts.tsx'
import { TextField } from '#design/text-field.tsx'
import { filledIn, focusFirstProblem } from '#features/accounts/ui/form-parts.tsx'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { addressProblems } from '../policy.ts'
import { addressText, failureText } from './problem-text.ts'

type AddressFormProps = {
  domain: string
  /** Text of the button. */
  action: string
  isMain?: boolean
  send: (address: string) => Promise<unknown>
  /** The text after sending. */
  sent?: string
}

/** Sends a mail to an address at the domain. */
export function AddressForm({ domain, action, isMain = false, send, sent }: AddressFormProps) {
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isSent, setSent] = useState(false)
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isSending) return
    const address = filledIn(form, 'address')
    const wrong = addressText(addressProblems(address, domain).address, domain)
    setError(wrong)
    setFailure(undefined)
    setSent(false)
    if (wrong) return focusFirstProblem(form)
    setSending(true)
    try {
      await send(address)
      setSent(true)
    } catch (refused) {
      setError(addressText(refusalOf(refused)?.fields?.address, domain))
      setFailure(failureText(refused, m.replies_error_often_mail()))
    }
    setSending(false)
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextField name="address" type="email" label={m.replies_address({ domain })} error={error} autoComplete="off" />
      {failure && !error && <FailureText>{failure}</FailureText>}
      <p role="status" className="font-semibold empty:hidden">
        {isSent && sent}
      </p>
      <div>
        <Button type="submit" {...(isMain && { tone: 'primary', size: 'lg' })} pending={isSending}>
          {action}
        </Button>
      </div>
    </form>
  )
}
