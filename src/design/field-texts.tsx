import { type ReactNode, useState } from 'react'

export function HintText({ id, hint }: { id: string; hint: ReactNode }) {
  if (hint === undefined) return null
  return (
    <p id={`${id}-hint`} className="text-sm text-muted">
      {hint}
    </p>
  )
}

/** Spoken at once when it changes, not when the page arrives with it. */
export function ErrorText({ id, error }: { id: string; error: string | undefined }) {
  const [first] = useState(error)
  if (!error) return null
  return (
    <p id={`${id}-error`} role={error === first ? undefined : 'alert'} className="border-s-3 border-danger-text ps-2 text-sm font-semibold text-danger-text">
      {error}
    </p>
  )
}
