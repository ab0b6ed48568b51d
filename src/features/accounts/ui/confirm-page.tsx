import { useState } from 'react'
import { m } from '#messages'
import { ConfirmLink, type WaitingJoin } from './confirm-link.tsx'

/** The page that the confirming link opens. It needs a button press, because mail scanners open every link. */
export function ConfirmPage({ token, joins }: { token: string; joins: readonly WaitingJoin[] }) {
  const [isDone, setDone] = useState(false)
  return (
    <div className="page-column py-8 md:py-14">
      <div className="mx-auto flex max-w-[28rem] flex-col gap-6">
        <header>
          <h1 className="type-title text-4xl">{isDone ? m.accounts_title_confirmed() : m.accounts_title_confirm()}</h1>
          {!isDone && joins.length === 0 && <p className="mt-2 text-muted">{m.accounts_lead_confirm()}</p>}
        </header>
        <noscript>
          <p className="border-s-4 border-danger-text ps-3 font-semibold">{m.accounts_needs_script()}</p>
        </noscript>
        <ConfirmLink mode="confirm" token={token} joins={joins} onDone={() => setDone(true)} />
      </div>
    </div>
  )
}
