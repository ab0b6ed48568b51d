import { type ReactNode, useState } from 'react'

export function HintText({ id, hint }: { id: string; hint: ReactNode }) {
  if (hint === undefined) return null
  return (
    <p id={`${id}-hint`} className="pb-1 text-sm text-muted">
      {hint}
    </p>
  )
}

/** Announced at once when it changes, but not when the page was loaded with it. */
export function ErrorText({ id, error }: { id: string; error: string | undefined }) {
  const [first] = useState(error)
  if (!error) return null
  return (
    <p id={`${id}-error`} role={error === first ? undefined : 'alert'} className="border-s-3 border-danger-text ps-2 text-sm font-semibold text-danger-text">
      {error}
    </p>
  )
}

/** Why a whole form or request failed; rendered when it has. */
export const FailureText = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="font-semibold text-danger-text">
    {children}
  </p>
)
