import { type FormEvent, useState } from 'react'
import { Button, buttonClass } from '#design/button.tsx'
import { CheckboxField } from '#design/choice-field.tsx'
import { TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { filledIn, focusFirstProblem, ServerMessage, ServerProblem } from './form-parts.tsx'
import { problemTexts } from './problem-text.ts'
import { ResendConfirmation } from './resend-confirmation.tsx'
import { send } from './send.ts'
import { signInHref } from './sign-in-href.ts'
import { useAuth } from './use-auth.ts'

const kinds = {
  confirm: { path: 'verify-email', button: m.accounts_confirm_address, done: m.accounts_address_confirmed },
  email: { path: 'verify-new-email', button: m.accounts_confirm_new_address, done: m.accounts_address_changed },
} as const

/** The campaign of a pledge that waits for the confirmation. */
export type WaitingJoin = { id: string; title: string; target: string }

type ConfirmLinkProps = { mode: keyof typeof kinds; token: string; joins?: readonly WaitingJoin[]; onDone?: () => void }

/**
 * Confirms when a button is pressed, so that programs that open every mailed link confirm nothing. A new address also needs the account's
 * password in a browser that is not signed in as this person, so that nobody confirms a change that somebody else began. `joins`: the campaigns
 * that are joined with the address, unless their boxes are unticked.
 */
export function ConfirmLink({ mode, token, joins = [], onDone }: ConfirmLinkProps) {
  const { path, button, done } = kinds[mode]
  const { viewer } = useAuth()
  const [asksPassword, setAsksPassword] = useState(mode === 'email' && viewer === null)
  const [state, setState] = useState<'ready' | 'sending' | 'done' | 'alone'>('ready')
  const [wrong, setWrong] = useState<string | undefined>()
  const [problem, setProblem] = useState<{ text: string; isOldLink: boolean } | null>(null)

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const password = asksPassword ? filledIn(form, 'password') : ''
    setProblem(null)
    setWrong(asksPassword && password === '' ? m.accounts_error_password_required() : undefined)
    if (asksPassword && password === '') return focusFirstProblem(form)
    setState('sending')
    const wanted = new FormData(form).getAll('join')
    const without = joins.map(({ id }) => id).filter((id) => !wanted.includes(id))
    const sent = await send(path, { token, ...(without.length === 0 ? {} : { without }), ...(password === '' ? {} : { password }) })
    setState(sent.ok ? (without.length > 0 && wanted.length === 0 ? 'alone' : 'done') : 'ready')
    if (sent.ok) return onDone?.()
    // No message: the hint of the password field that appears explains it.
    if (sent.code === 'PASSWORD_NEEDED' && !asksPassword) return setAsksPassword(true)
    setWrong(problemTexts(sent.fields).password)
    if (Object.keys(sent.fields).length === 0) setProblem({ text: sent.text, isOldLink: sent.code === 'INVALID_TOKEN' })
    focusFirstProblem(form)
  }

  if (state === 'done' || state === 'alone')
    return (
      <div className="flex flex-col gap-5">
        <ServerMessage text={state === 'alone' ? m.accounts_address_confirmed_alone() : done()} />
        {/* A full page load, so that the following pages are rendered with the new state. */}
        <a href={viewer ? '/' : '/auth'} className={buttonClass({ tone: 'primary', size: 'lg', wide: true })}>
          {viewer ? m.accounts_go_on() : m.accounts_sign_in()}
        </a>
      </div>
    )
  return (
    <form method="post" onSubmit={confirm} noValidate className="flex flex-col gap-5">
      <ServerProblem text={problem?.text ?? null} />
      {asksPassword && (
        <TextField
          label={m.accounts_password()}
          hint={m.accounts_confirm_with_password()}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={wrong}
        />
      )}
      {joins.length > 0 && (
        <fieldset>
          <legend className="font-semibold">{m.accounts_confirm_joins()}</legend>
          <p className="mb-2 text-sm text-muted">{m.accounts_confirm_joins_why()}</p>
          {joins.map(({ id, title, target }) => (
            <CheckboxField
              key={id}
              name="join"
              value={id}
              defaultChecked
              label={
                <>
                  <bdi className="block font-semibold wrap-anywhere">{title}</bdi>
                  <bdi className="block text-sm text-muted wrap-anywhere">{target}</bdi>
                </>
              }
              className="border-t border-line py-1 last:border-b"
            />
          ))}
        </fieldset>
      )}
      <Button type="submit" tone="primary" size="lg" wide pending={state === 'sending'}>
        {button()}
      </Button>
      {problem?.isOldLink && mode === 'confirm' && <AfterOldLink token={token} />}
      {mode === 'email' && viewer === null && (
        <a href="/auth?mode=forgot" className="link inline-flex min-h-11 items-center self-start font-semibold">
          {m.accounts_forgot_password()}
        </a>
      )}
    </form>
  )
}

/** A way on from a link that is too old: a new one, for which one signs in first. A confirmed person needs none. */
function AfterOldLink({ token }: { token: string }) {
  const { viewer } = useAuth()
  if (viewer?.isCounted) return <p>{m.accounts_confirmed_before()}</p>
  if (viewer) return <ResendConfirmation />
  return (
    <a href={signInHref(`/confirm/${token}`)} className="link inline-flex min-h-11 items-center self-start font-semibold">
      {m.accounts_sign_in_for_link()}
    </a>
  )
}
