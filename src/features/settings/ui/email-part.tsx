import { type FormEvent, useState } from 'react'
import { Badge } from '#design/badge.tsx'
import { Button } from '#design/button.tsx'
import { Outcome } from '#design/outcome.tsx'
import { TextField } from '#design/text-field.tsx'
import { emailOf, isEmail } from '#features/accounts/policy.ts'
import { filledIn, focusFirstProblem } from '#features/accounts/ui/form-parts.tsx'
import { ResendConfirmation } from '#features/accounts/ui/resend-confirmation.tsx'
import { send } from '#features/accounts/ui/send.ts'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'
import type { Settings } from '../contract.ts'
import { problemTexts } from './problem-text.ts'

/** The address, its state of confirmation, and a form to change it, which requires a confirmation by mail. */
export function EmailPart({ settings }: { settings: Settings }) {
  const { email, isEmailConfirmed } = settings
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      {email === null ? (
        <p className="max-w-prose">{m.settings_email_none()}</p>
      ) : (
        <div className="flex flex-col gap-2">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold [overflow-wrap:anywhere]">{email}</span>
            <Badge tone={isEmailConfirmed ? 'victory' : 'outlined'}>{isEmailConfirmed ? m.settings_email_confirmed() : m.settings_email_unconfirmed()}</Badge>
          </p>
          {!isEmailConfirmed && <HowConfirmed by={settings.addressConfirmation} />}
        </div>
      )}
      {isChanging ? (
        <ChangeForm hasPassword={settings.hasPassword} onCancel={() => setChanging(false)} />
      ) : (
        <Button onClick={() => setChanging(true)} className="self-start">
          {email === null ? m.settings_email_add() : m.settings_email_change()}
        </Button>
      )}
    </>
  )
}

function HowConfirmed({ by }: { by: Settings['addressConfirmation'] }) {
  if (by !== 'mail') return <p className="text-sm text-muted">{by === 'not_needed' ? m.settings_email_not_needed() : m.settings_email_unavailable()}</p>
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-sm text-muted">{m.settings_email_why()}</p>
      <ResendConfirmation />
    </div>
  )
}

function ChangeForm({ hasPassword, onCancel }: { hasPassword: boolean; onCancel: () => void }) {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isSending) return
    const [email, password] = [emailOf(filledIn(form, 'email')), filledIn(form, 'password')]
    const wrong = {
      ...(isEmail(email) ? {} : { email: m.accounts_error_email_invalid() }),
      ...(hasPassword && password === '' ? { password: m.accounts_error_password_required() } : {}),
    }
    setErrors(wrong)
    setProblem(null)
    if (Object.keys(wrong).length === 0) {
      setSending(true)
      const sent = await send('change-email', { email, ...(hasPassword ? { password } : {}) })
      setSending(false)
      if (sent.ok) return setSentTo(email)
      setErrors(problemTexts(sent.fields))
      if (Object.keys(sent.fields).length === 0) setProblem(sent.text)
    }
    focusFirstProblem(form)
  }

  if (sentTo !== null) return <Outcome saved={(readSite().sendsMail ? m.settings_email_sent : m.settings_email_kept)({ email: sentTo })} problem={null} />
  return (
    <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-4 border-s-4 border-line ps-4">
      <TextField label={m.settings_email_new()} name="email" type="email" autoComplete="email" required error={errors.email} />
      {hasPassword && (
        <TextField label={m.settings_email_password()} name="password" type="password" autoComplete="current-password" required error={errors.password} />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" tone="primary" pending={isSending}>
          {m.settings_email_send()}
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          {m.design_cancel()}
        </Button>
        <Outcome saved={null} problem={problem} />
      </div>
    </form>
  )
}
