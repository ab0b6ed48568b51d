import { useState } from 'react'
import { m } from '#messages'
import { send } from './send.ts'

/** A button that sends the confirmation link by email again, and its result. */
export function ResendConfirmation() {
  const [state, setState] = useState<'ready' | 'sending' | 'sent'>('ready')
  const [problem, setProblem] = useState<string | null>(null)

  async function resend() {
    if (state === 'sending') return
    setProblem(null)
    setState('sending')
    const sent = await send('send-confirmation', {})
    setState(sent.ok ? 'sent' : 'ready')
    if (!sent.ok) setProblem(sent.text)
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm">
      <button type="button" onClick={resend} aria-disabled={state === 'sending' || undefined} className="link inline-flex min-h-11 items-center font-semibold">
        {m.accounts_send_again()}
      </button>
      <span role="status">{state === 'sent' && m.accounts_sent_again()}</span>
      <span role="alert" className="text-danger-text">
        {problem}
      </span>
    </div>
  )
}
