import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'
import { emailOf, isEmail } from '../policy.ts'
import { OneFieldForm } from './one-field-form.tsx'
import { send } from './send.ts'

/** Requests a mailed link for a new password. `onDone` closes the form. */
export function ForgotForm({ onDone }: { onDone: () => void }) {
  return (
    <OneFieldForm
      field={{ name: 'email', label: m.accounts_email(), type: 'email', autoComplete: 'email' }}
      submit={m.accounts_send_reset_link()}
      problemOf={(email) => (isEmail(emailOf(email)) ? null : m.accounts_error_email_invalid())}
      send={(email) => send('request-password-reset', { email })}
      done={(readSite().sendsMail ? m.accounts_reset_link_sent : m.accounts_reset_link_kept)()}
      onDone={onDone}
    />
  )
}
