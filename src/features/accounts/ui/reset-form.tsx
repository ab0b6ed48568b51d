import { m } from '#messages'
import { passwordProblem } from '../policy.ts'
import { OneFieldForm } from './one-field-form.tsx'
import { problemTexts } from './problem-text.ts'
import { send } from './send.ts'

/** A new password, with the token of the link that came by mail. */
export function ResetForm({ token }: { token: string }) {
  return (
    <OneFieldForm
      field={{ name: 'password', label: m.accounts_new_password(), type: 'password', autoComplete: 'new-password' }}
      submit={m.accounts_set_password()}
      problemOf={problemOf}
      send={(password) => send('reset-password', { token, password })}
      done={m.accounts_password_updated()}
      onDone={goHome}
    />
  )
}

function problemOf(password: string): string | null {
  const code = passwordProblem(password)
  return code && (problemTexts({ password: code }).password ?? null)
}

// A full load: every session has ended, in this browser too.
const goHome = () => window.location.assign('/')
