import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ClosedNotice } from '#features/moderation/switches/ui/closed-notice.tsx'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'
import { type AuthMode, type AuthSearch, toSignIn } from './auth-search.ts'
import { authLead, authTitle } from './auth-title.ts'
import { ConfirmLink } from './confirm-link.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { ServerMessage, ServerProblem } from './form-parts.tsx'
import { ClosedWays, OtherWays } from './other-ways.tsx'
import { ResetForm } from './reset-form.tsx'
import { refusalText } from './send.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { wayProblemText } from './way-problem-text.ts'

/** `refusal`: until when and why the account that was chosen on another site is suspended. */
type AuthPageProps = Omit<AuthSearch, 'mode'> & { mode: AuthMode; joining: ReactNode; refusal: string | null }

/**
 * The page for signing in and up, for a new password, and for mailed links. The return path and the join intention survive a change between
 * the modes. `joining` shows the campaign that the form will join.
 */
export function AuthPage({ mode, returnTo, token = '', join, joining, refusal, refused, suspension, statement, ...result }: AuthPageProps) {
  const navigate = useNavigate()
  const [signedUpAs, setSignedUpAs] = useState<string | undefined>()
  const goToSignIn = () => void navigate({ to: '/auth', search: toSignIn({ returnTo, join }), replace: true })
  function signedUp(email: string) {
    setSignedUpAs(email)
    goToSignIn()
  }
  const isSignIn = mode === 'signin'
  const isForm = isSignIn || mode === 'signup'
  return (
    <div className="page-column py-8 md:py-14">
      <div className="mx-auto flex max-w-[28rem] flex-col gap-6">
        {isForm && joining}
        <header>
          <h1 className="type-title text-4xl">{authTitle(mode)}</h1>
          {joining ? null : <p className="mt-2 text-muted">{authLead({ mode, returnTo })}</p>}
        </header>
        {!isSignIn && (
          <noscript>
            <p className="border-s-4 border-danger-text ps-3 font-semibold">{m.accounts_needs_script()}</p>
          </noscript>
        )}
        <ServerProblem
          text={refusal ?? wayProblemText(result) ?? (refused ? refusalText({ code: refused, status: 400, fields: {} }, 60) : null)}
          statement={suspension && statement ? { id: suspension, token: statement } : null}
        />
        <ServerMessage text={isSignIn && signedUpAs !== undefined ? (readSite().sendsMail ? m.accounts_signed_up : m.accounts_signed_up_ready)() : null} />
        {mode === 'signup' && <ClosedNotice by="no_sign_up" />}
        {isForm && <OtherWays returnTo={returnTo} join={join} />}
        {mode === 'signup' && <ChangeOfMode mode={mode} returnTo={returnTo} join={join} />}
        {isSignIn && <SignInForm returnTo={returnTo} join={join} email={signedUpAs} />}
        {mode === 'signup' && <SignUpForm join={join} onDone={signedUp} />}
        {mode === 'forgot' && <ForgotForm onDone={goToSignIn} />}
        {mode === 'reset' && <ResetForm token={token} />}
        {mode === 'email' && <ConfirmLink mode={mode} token={token} />}
        {mode !== 'signup' && mode !== 'email' && <ChangeOfMode mode={mode} returnTo={returnTo} join={join} />}
        {isForm && <ClosedWays />}
      </div>
    </div>
  )
}

/** The line with the link to another form. */
function ChangeOfMode({ mode, returnTo, join }: Pick<AuthPageProps, 'mode' | 'returnTo' | 'join'>) {
  const isSignIn = mode === 'signin'
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      {isSignIn && m.accounts_no_account()}
      {mode === 'signup' && m.accounts_have_account()}
      <Link
        to="/auth"
        search={isSignIn ? { returnTo, join, mode: 'signup' } : mode === 'reset' ? { returnTo, join, mode: 'forgot' } : toSignIn({ returnTo, join })}
        replace
        className="link inline-flex min-h-11 items-center font-semibold"
      >
        {textOf(mode)}
      </Link>
    </p>
  )
}

function textOf(mode: AuthMode): string {
  if (mode === 'signin') return m.accounts_sign_up()
  if (mode === 'forgot') return m.accounts_back_to_sign_in()
  return mode === 'reset' ? m.accounts_new_reset_link() : m.accounts_sign_in()
}
