import { m } from '#messages'
import { ownDoing } from '#platform/client/other-tabs.ts'
import { passwordProblem } from '../policy.ts'
import { OneFieldForm } from './one-field-form.tsx'
import { problemTexts } from './problem-text.ts'
import { type Sent, send } from './send.ts'

/** Sets a new password with the token of a mailed link. */
export function ResetForm({ token }: { token: string }) {
  return (
    <OneFieldForm
      field={{ name: 'password', label: m.accounts_new_password(), type: 'password', autoComplete: 'new-password' }}
      submit={m.accounts_set_password()}
      problemOf={problemOf}
      send={(password) => change({ token, password })}
      done={m.accounts_password_updated()}
      onDone={goHome}
    />
  )
}

/** A reset ends every session, including this browser's. The flag keeps the page from reloading, so that the success message stays. */
async function change(given: { token: string; password: string }): Promise<Sent> {
  ownDoing.isSigningOut = true
  const sent = await send('reset-password', given)
  ownDoing.isSigningOut = sent.ok
  return sent
}

function problemOf(password: string): string | null {
  const code = passwordProblem(password)
  return code && (problemTexts({ password: code }).password ?? null)
}

// A full page load, because every session has ended, in this browser too.
const goHome = () => window.location.assign('/')
