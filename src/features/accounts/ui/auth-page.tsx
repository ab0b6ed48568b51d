import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { m } from '#messages'
import type { AuthSearch } from './auth-search.ts'
import { OtherWays } from './other-ways.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** Signing in or up; where to go afterwards survives the change between them. */
export function AuthPage({ mode, returnTo }: AuthSearch) {
  const navigate = useNavigate()
  const isSignUp = mode === 'signup'
  const toSignIn = useCallback(() => navigate({ to: '/auth', search: { returnTo }, replace: true }), [navigate, returnTo])
  return (
    <div className="page-column grid gap-10 py-8 md:py-14 lg:grid-cols-[minmax(0,28rem)_minmax(0,22rem)] lg:gap-24">
      <div className="flex max-w-md flex-col gap-6">
        <header>
          <h1 className="type-title text-4xl">{isSignUp ? m.accounts_title_sign_up() : m.accounts_title_sign_in()}</h1>
          <p className="mt-2 text-muted">{isSignUp ? m.accounts_lead_sign_up() : m.accounts_lead_sign_in()}</p>
        </header>
        <noscript>
          <p className="border-s-4 border-danger-text ps-3 font-semibold">{m.accounts_needs_script()}</p>
        </noscript>
        {isSignUp ? <SignUpForm onDone={toSignIn} /> : <SignInForm returnTo={returnTo} />}
        <p className="flex flex-wrap items-baseline gap-x-2 border-t border-line pt-4">
          {isSignUp ? m.accounts_have_account() : m.accounts_no_account()}
          <Link
            to="/auth"
            search={{ returnTo, mode: isSignUp ? undefined : 'signup' }}
            replace
            className="link inline-flex min-h-11 items-center font-semibold"
          >
            {isSignUp ? m.accounts_sign_in() : m.accounts_sign_up()}
          </Link>
        </p>
      </div>
      <OtherWays />
    </div>
  )
}
