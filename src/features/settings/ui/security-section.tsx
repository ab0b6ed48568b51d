import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#design/button.tsx'
import { Outcome } from '#design/outcome.tsx'
import { TextField } from '#design/text-field.tsx'
import { passwordProblem } from '#features/accounts/policy.ts'
import { filledIn, focusFirstProblem } from '#features/accounts/ui/form-parts.tsx'
import { send } from '#features/accounts/ui/send.ts'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { readSite } from '#platform/client/site.ts'
import { api, ownSessions, ownSettings } from './api.ts'
import { problemTexts, savingProblem } from './problem-text.ts'
import { SaveRow } from './save-row.tsx'

export function SecuritySection() {
  const { data } = useSuspenseQuery(ownSettings())
  if (data.hasPassword) return <PasswordForm email={data.email} />
  return data.email === null ? <p className="max-w-prose">{m.settings_password_none_address()}</p> : <FirstPassword email={data.email} />
}

/** The first password is set by mail only, so that somebody who finds an open session cannot add a password. */
function FirstPassword({ email }: { email: string }) {
  const { sendsMail } = readSite()
  const [isSending, setSending] = useState(false)
  const [said, setSaid] = useState<{ saved: string | null; problem: string | null }>({ saved: null, problem: null })

  async function ask() {
    setSending(true)
    const sent = await send('request-password-reset', { email })
    setSending(false)
    setSaid(
      sent.ok ? { saved: (sendsMail ? m.settings_password_mailed : m.settings_password_kept)({ email }), problem: null } : { saved: null, problem: sent.text },
    )
  }

  return (
    <div className="flex flex-col items-start gap-4">
      <p className="max-w-prose">{(sendsMail ? m.settings_password_none : m.settings_password_none_kept)()}</p>
      <Button onClick={ask} pending={isSending}>
        {(sendsMail ? m.settings_password_mail : m.settings_password_ask)()}
      </Button>
      <Outcome {...said} />
    </div>
  )
}

const names = ['current', 'next', 'confirm'] as const
const empty = { current: '', next: '', confirm: '' }

function PasswordForm({ email }: { email: string | null }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(empty)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const [isChanged, setChanged] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const [current, next, confirm] = names.map((name) => filledIn(form, name))
    if (isSending || !current || !next || !confirm) return
    setProblem(null)
    setChanged(false)
    const wrong = problemsOf({ next, confirm })
    setErrors(wrong)
    if (Object.keys(wrong).length === 0) await change({ current, next })
    focusFirstProblem(form)
  }

  async function change(passwords: { current: string; next: string }) {
    setSending(true)
    try {
      await api.changePassword.call(passwords)
      setTyped(empty)
      setChanged(true)
      void queryClient.invalidateQueries({ queryKey: ownSessions().queryKey })
    } catch (error) {
      const fields = problemTexts(refusalOf(error)?.fields ?? {})
      setErrors(fields)
      if (Object.keys(fields).length === 0) setProblem(refusedText(error))
    } finally {
      setSending(false)
    }
  }

  const fieldOf = (name: (typeof names)[number], label: string) => (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete={name === 'current' ? 'current-password' : 'new-password'}
      required
      value={typed[name]}
      onChange={(event) => {
        setChanged(false)
        setTyped({ ...typed, [name]: event.target.value })
      }}
      error={errors[name]}
    />
  )
  return (
    <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-5">
      <p className="text-muted">{m.settings_password_lead()}</p>
      {/* Password managers need the account's name. */}
      <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
      {fieldOf('current', m.settings_password_current())}
      {fieldOf('next', m.settings_password_new())}
      {fieldOf('confirm', m.settings_password_confirm())}
      <SaveRow
        label={m.settings_password_change()}
        canSave={names.every((name) => typed[name] !== '')}
        isSaving={isSending}
        saved={isChanged ? m.settings_password_changed() : null}
        problem={problem}
      />
    </form>
  )
}

function problemsOf({ next, confirm }: { next: string; confirm: string }): Record<string, string> {
  const rule = passwordProblem(next)
  if (rule) return problemTexts({ next: rule })
  return next === confirm ? {} : { confirm: m.settings_password_differ() }
}

function refusedText(error: unknown): string {
  const refusal = refusalOf(error)
  const { retryAfter }: { retryAfter?: unknown } = Object(Object(error).data)
  if (refusal?.code === 'TOO_MANY_REQUESTS' && typeof retryAfter === 'number') return m.settings_password_wait({ seconds: retryAfter })
  return savingProblem(error, { failed: m.settings_password_failed })
}
