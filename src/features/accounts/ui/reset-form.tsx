import { m } from '#messages'
import { ownDoing } from '#platform/client/other-tabs.ts'
import { passwordProblem } from '../policy.ts'
import { OneFieldForm } from './one-field-form.tsx'
import { problemTexts } from './problem-text.ts'
import { type Sent, send } from './send.ts'

/** A new password, with the token of the link that came by mail. */
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

/** It ends every session, this browser's too: where that is heard of first, the page stays and says that it is done. */
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

// A full load: every session has ended, in this browser too.
const goHome = () => window.location.assign('/')
