import { useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { buttonClass } from '#design/button.tsx'
import { Outcome } from '#design/outcome.tsx'
import { SwitchField } from '#design/switch-field.tsx'
import { TextField } from '#design/text-field.tsx'
import { accountLimits } from '#features/accounts/terms.ts'
import { BlockList } from '#features/trust/blocks/ui/block-list.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import type { Settings } from '../contract.ts'
import { ownSettings } from './api.ts'
import { EmailPart } from './email-part.tsx'
import { SaveRow } from './save-row.tsx'
import { SessionList } from './session-list.tsx'
import { useSave } from './use-save.ts'
import { useTyped } from './use-typed.ts'

export function AccountSection() {
  const { data } = useSuspenseQuery(ownSettings())
  return (
    <div className="flex flex-col gap-10">
      <Part title={m.settings_email()}>
        <EmailPart settings={data} />
      </Part>
      <UsernameForm settings={data} />
      <Part title={m.settings_privacy()}>
        <ShowSwitch settings={data} />
      </Part>
      <Part title={m.blocks_title()}>
        <BlockList />
      </Part>
      <Part title={m.settings_sessions()}>
        <SessionList />
      </Part>
      <Part title={m.settings_data()}>
        <p className="max-w-prose text-muted">{m.settings_data_text()}</p>
        <a href="/api/v1/me/export" download className={`${buttonClass()} self-start`}>
          <Download className="size-5" aria-hidden="true" />
          {m.settings_data_download()}
        </a>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h3 className="type-title border-b border-line pb-2 text-xl">{title}</h3>
      {children}
    </section>
  )
}

function UsernameForm({ settings: { username } }: { settings: Settings }) {
  const { values, changes, type, clear } = useTyped('username', { username })
  const { save, isSaving, isSaved, problem, errors } = useSave(m.settings_failed)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await save(changes)) clear(changes)
  }

  return (
    <Part title={m.settings_username()}>
      <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextField
          label={<span className="sr-only">{m.settings_username()}</span>}
          hint={m.settings_username_hint()}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          count={{ max: accountLimits.username }}
          value={values.username}
          onChange={(event) => type({ username: event.target.value })}
          error={errors.username}
        />
        <SaveRow
          label={m.settings_username_save()}
          canSave={changes.username !== undefined}
          isUnsaved={changes.username !== undefined}
          isSaving={isSaving}
          saved={isSaved ? m.settings_username_saved() : null}
          problem={problem}
        />
      </form>
    </Part>
  )
}

/** Saved at once without a button. It is only the default: each pledge has its own switch. */
function ShowSwitch({ settings: { pledgesPrivately } }: { settings: Settings }) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const { save, isSaving, isSaved, problem } = useSave(m.settings_notify_failed, m.settings_signed_out)

  async function change(on: boolean) {
    if (isSaving) return
    setWanted(on)
    await save({ pledgesPrivately: !on })
    setWanted(null)
  }

  return (
    <div>
      <SwitchField label={m.settings_show_pledges(nouns)} hint={m.settings_show_pledges_hint()} checked={wanted ?? !pledgesPrivately} onChange={change} />
      <Outcome saved={isSaved ? m.settings_notify_saved() : null} problem={problem} />
    </div>
  )
}
