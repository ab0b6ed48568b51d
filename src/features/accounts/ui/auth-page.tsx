import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { m } from '#messages'
import type { AuthMode, AuthSearch } from './auth-search.ts'
import { authTitle } from './auth-title.ts'
import { ConfirmLink } from './confirm-link.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { ServerProblem } from './form-parts.tsx'
import { OtherWays } from './other-ways.tsx'
import { ResetForm } from './reset-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { wayProblemText } from './way-problem-text.ts'

const leads: Record<AuthMode, () => string> = {
  signup: m.accounts_lead_sign_up,
  forgot: m.accounts_lead_forgot,
  reset: m.accounts_lead_reset,
  confirm: m.accounts_lead_confirm,
  email: m.accounts_lead_new_email,
}

/** Signing in or up, a new password, and what links in mails lead to; where to go afterwards survives the change between them. */
export function AuthPage({ mode, returnTo, token = '', ...told }: AuthSearch) {
  const navigate = useNavigate()
  const toSignIn = useCallback(() => navigate({ to: '/auth', search: { returnTo }, replace: true }), [navigate, returnTo])
  return (
    <div className="page-column grid gap-10 py-8 md:py-14 lg:grid-cols-[minmax(0,28rem)_minmax(0,22rem)] lg:gap-24">
      <div className="flex max-w-md flex-col gap-6">
        <header>
          <h1 className="type-title text-4xl">{authTitle(mode)}</h1>
          <p className="mt-2 text-muted">{(mode ? leads[mode] : m.accounts_lead_sign_in)()}</p>
        </header>
        <noscript>
          <p className="border-s-4 border-danger-text ps-3 font-semibold">{m.accounts_needs_script()}</p>
        </noscript>
        <ServerProblem text={wayProblemText(told)} />
        {mode === undefined && <SignInForm returnTo={returnTo} />}
        {mode === 'signup' && <SignUpForm onDone={toSignIn} />}
        {mode === 'forgot' && <ForgotForm onDone={toSignIn} />}
        {mode === 'reset' && <ResetForm token={token} />}
        {(mode === 'confirm' || mode === 'email') && <ConfirmLink mode={mode} token={token} />}
        <ChangeOfMode mode={mode} returnTo={returnTo} />
      </div>
      {(mode === undefined || mode === 'signup') && <OtherWays returnTo={returnTo} />}
    </div>
  )
}

/** The line below the form that leads to another one. */
function ChangeOfMode({ mode, returnTo }: AuthSearch) {
  if (mode === 'confirm' || mode === 'email') return null
  const isSignIn = mode === undefined
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 border-t border-line pt-4">
      {isSignIn && m.accounts_no_account()}
      {mode === 'signup' && m.accounts_have_account()}
      <Link
        to="/auth"
        search={{ returnTo, mode: isSignIn ? 'signup' : mode === 'reset' ? 'forgot' : undefined }}
        replace
        className="link inline-flex min-h-11 items-center font-semibold"
      >
        {textOf(mode)}
      </Link>
    </p>
  )
}

function textOf(mode: AuthSearch['mode']): string {
  if (mode === undefined) return m.accounts_sign_up()
  if (mode === 'forgot') return m.accounts_back_to_sign_in()
  return mode === 'reset' ? m.accounts_new_reset_link() : m.accounts_sign_in()
}
