import { useSuspenseQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { SwitchField } from '#design/switch-field.tsx'
import { NotifyMe } from '#features/push/ui/late-notify-me.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { readSite } from '#platform/client/site.ts'
import { type NotificationKind, notificationKinds } from '../terms.ts'
import { ownSettings } from './api.ts'
import { SaveRow } from './save-row.tsx'
import { useSave } from './use-save.ts'
import { useTyped } from './use-typed.ts'

/** Hints of the switches about mail, on a site that sends none. */
const withoutMail: { [kind in NotificationKind]?: () => string } = {
  email: m.settings_notify_no_mail,
  campaignUpdates: () => m.settings_notify_updates_hint_browsers(nouns),
  recommendations: m.settings_notify_no_mail,
}

const hintOf = (kind: NotificationKind) => ((!readSite().sendsMail && withoutMail[kind]) || texts[kind].hint)()

const texts: { [kind in NotificationKind]: { label: () => string; hint: () => string } } = {
  email: { label: m.settings_notify_email, hint: m.settings_notify_email_hint },
  dms: { label: m.settings_notify_dms, hint: m.settings_notify_dms_hint },
  campaignUpdates: { label: () => m.settings_notify_updates(nouns), hint: () => m.settings_notify_updates_hint(nouns) },
  recommendations: { label: m.settings_notify_recommendations, hint: m.settings_notify_recommendations_hint },
}

/** Notifications by mail, and push notifications of this browser. */
export function NotificationsSection() {
  const { data } = useSuspenseQuery(ownSettings())
  const { values, changes, type, clear } = useTyped('notifications', data.notifications)
  const { save, isSaving, isSaved, problem } = useSave(m.settings_notify_failed)

  const isChanged = Object.keys(changes).length > 0

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await save({ notifications: changes })) clear(changes)
  }

  return (
    <>
      <form method="post" onSubmit={submit} className="flex flex-col gap-6">
        <p className="max-w-prose text-muted">{m.settings_notify_lead()}</p>
        <div className="divide-y divide-line border-y border-line">
          {notificationKinds.map((kind) => (
            <SwitchField
              key={kind}
              name={kind}
              label={texts[kind].label()}
              hint={hintOf(kind)}
              checked={values[kind]}
              onChange={(on) => type({ [kind]: on })}
            />
          ))}
        </div>
        <SaveRow canSave={isChanged} isUnsaved={isChanged} isSaving={isSaving} saved={isSaved ? m.settings_notify_saved() : null} problem={problem} />
      </form>
      <NotifyMe />
    </>
  )
}
