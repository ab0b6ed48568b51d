import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#design/classes.ts'
import { m } from '#messages'
import { focusSoon } from '#platform/client/focus-soon.ts'

/** The statement of reasons for a suspension. The token opens it for a person who cannot sign in. */
export type StatementLink = { id: string; token: string }

/** The server's message about the whole form. The live region always exists, so that screen readers announce a change; empty, it takes no space. */
export function ServerProblem({ text, statement }: { text: string | null; statement?: StatementLink | null }) {
  return (
    <div role="alert" className="empty:-mb-5">
      {text !== null && (
        <Box tone="border-danger-text text-danger-text" icon={<CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />} text={text}>
          {statement && (
            <Link to="/statement/$id" params={{ id: statement.id }} search={{ token: statement.token }} className="link flex min-h-11 items-center">
              {m.accounts_suspension_statement()}
            </Link>
          )}
        </Box>
      )}
    </div>
  )
}

export function ServerMessage({ text }: { text: string | null }) {
  return (
    <div role="status" className="empty:-mb-5">
      {text !== null && (
        <Box tone="border-victory-text text-victory-text" icon={<CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />} text={text} />
      )}
    </div>
  )
}

function Box({ tone, icon, text, children }: { tone: string; icon: ReactNode; text: string; children?: ReactNode }) {
  return (
    <div className={cx('flex gap-3 rounded-sm border-2 bg-raised px-4 py-3 font-semibold', tone)}>
      {icon}
      <div>
        <p>{text}</p>
        {children}
      </div>
    </div>
  )
}

/** Reads the value from the form, because browsers and password managers fill in fields without an event that React handles. */
export function filledIn(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

/** Focuses the first field with a problem after it is rendered. */
export function focusFirstProblem(form: HTMLFormElement): void {
  focusSoon(() => {
    const field = form.querySelector('[aria-invalid="true"]')
    if (field instanceof HTMLElement) field.focus()
  })
}
