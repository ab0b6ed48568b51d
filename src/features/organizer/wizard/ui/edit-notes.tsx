import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button } from '#design/button.tsx'
import { signInHref } from '#features/accounts/ui/sign-in-href.ts'
import { m } from '#messages'
import type { typedInVain } from '../changes.ts'
import type { ChangeTrouble } from './use-change.ts'
import { VersionButtons } from './version-choice.tsx'

type NotesProps = {
  slug: string
  vain: ReturnType<typeof typedInVain>
  trouble: ChangeTrouble | null
  isSaving: boolean
  onLoadSaved: () => void
  onOverwrite: () => void
  /** Discards the text of an earlier visit and goes back to the published version. Undefined if there is none. */
  onStartAnew: (() => void) | undefined
}

/** Notes above the fields: restored text, failures, and text that can no longer be saved. */
export function EditNotes({ slug, vain, trouble, isSaving, onLoadSaved, onOverwrite, onStartAnew }: NotesProps) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A refused field is focused instead. Other notes would be out of sight above the fields.
    if (trouble && trouble.kind !== 'fields') alert.current?.scrollIntoView({ block: 'center' })
  }, [trouble])
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        {m.edit_public_note()}{' '}
        <Link to="/campaigns/$slug/history" params={{ slug }} className="link">
          {m.edit_history_link()}
        </Link>
      </p>
      {onStartAnew && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-s-4 border-ink bg-sunk py-2 ps-4 pe-2">
          <p>{m.edit_kept()}</p>
          <Button size="sm" tone="quiet" onClick={onStartAnew}>
            {m.edit_discard()}
          </Button>
        </div>
      )}
      <div ref={alert} role="alert" className="empty:hidden">
        {trouble && (
          <div className="border-s-4 border-danger-text ps-4">
            <p className="font-semibold text-danger-text">{trouble.text}</p>
            {trouble.kind === 'changed-elsewhere' && (
              <div className="mt-2 flex flex-wrap gap-2">
                <VersionButtons isSaving={isSaving} onLoadSaved={onLoadSaved} onOverwrite={onOverwrite} />
              </div>
            )}
            {trouble.kind === 'signed-out' && (
              <p className="mt-1">
                <a href={signInHref(`/campaigns/${slug}/edit`)} className="link">
                  {m.edit_sign_in()}
                </a>
              </p>
            )}
          </div>
        )}
      </div>
      {vain.length > 0 && (
        <section aria-label={m.edit_vain()} className="border border-edge p-4">
          <p className="font-semibold">{m.edit_vain()}</p>
          <dl className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-[8rem_1fr]">
            {vain.map(({ part, text }) => (
              <div key={part} className="contents">
                <dt className="text-sm text-muted">{partNames[part]()}</dt>
                <dd className="[overflow-wrap:anywhere]">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}

const partNames = { title: m.wizard_title, goal: m.wizard_goal, target: m.wizard_target, impact: m.wizard_step_impact } as const
