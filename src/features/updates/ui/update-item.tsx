import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAlert } from '#design/alerts.tsx'
import { Avatar } from '#design/avatar.tsx'
import { Button } from '#design/button.tsx'
import { proseClass } from '#design/prose.ts'
import { Moment } from '#design/time.tsx'
import { PersonLink } from '#features/accounts/ui/person-link.tsx'
import { PictureGrid } from '#features/media/ui/picture-grid.tsx'
import { ModerateButton } from '#features/moderation/ui/moderate-button.tsx'
import { ModerationNote } from '#features/moderation/ui/moderation-note.tsx'
import { ReportLink } from '#features/reports/ui/report-link.tsx'
import { m } from '#messages'
import { changeItems } from '#platform/client/pages.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { SafeHtmlBlock, serverHtml } from '#platform/client/safe-html.tsx'
import type { Update } from '../contract.ts'
import { mayDelete } from '../policy.ts'
import { api } from './api.ts'

/** Element id of an update, for links to it. */
export const updateAnchor = (id: string) => `update-${id}`

/** One update. Shows its age if `now` is given, else the full date and time. */
export function UpdateItem({ update, isWritable, now }: { update: Update; isWritable: boolean; now?: Date | undefined }) {
  const { id, title, creator, createdAt, bodyHtml, pictures, moderation } = update
  return (
    <article id={updateAnchor(id)} tabIndex={-1} className="linkable flex flex-col gap-3 py-6">
      <header className="flex items-center gap-3">
        <Avatar name={creator.name} src={creator.avatarUrl} />
        <div className="min-w-0">
          <h3 dir="auto" className="type-title text-xl break-words">
            {title}
          </h3>
          <p className="text-sm text-muted">
            <PersonLink person={creator} className="font-semibold text-ink" /> · <Moment at={createdAt} now={now} />
          </p>
        </div>
      </header>
      {moderation && <ModerationNote moderation={moderation} isAuthor={update.viewer.isAuthor} />}
      <div dir="auto">
        <SafeHtmlBlock html={serverHtml(bodyHtml)} className={proseClass} />
        <PictureGrid pictures={pictures} />
      </div>
      {isWritable && !moderation && mayDelete(update.viewer) && <DeleteUpdate update={update} />}
      {!update.viewer.isAuthor && (
        <div className="-ms-3 flex flex-wrap">
          {!moderation && <ReportLink kind="update" id={id} label={m.reports_report_update({ title })} />}
          <ModerateUpdate update={update} />
        </div>
      )}
    </article>
  )
}

function ModerateUpdate({ update: { id, title, moderation, viewer } }: { update: Update }) {
  const queryClient = useQueryClient()
  return (
    <ModerateButton
      label={m.moderation_moderate_update({ title })}
      moderation={moderation}
      isAuthor={viewer.isAuthor}
      decide={async (decision) => {
        const decided = await api.moderate.call({ id, ...decision })
        changeItems<Update>(queryClient, api.list.key(), (items) => items.map((one) => (one.id === id ? decided : one)))
      }}
    />
  )
}

function DeleteUpdate({ update: { id, title } }: { update: Update }) {
  const queryClient = useQueryClient()
  const { alert, confirm } = useAlert()
  const [isDeleting, setDeleting] = useState(false)
  async function remove() {
    if (!(await confirm(m.updates_delete_ask(), { confirm: m.updates_delete(), danger: true }))) return
    setDeleting(true)
    try {
      await api.remove.call({ id })
    } catch (error) {
      // NOT_FOUND: the update was deleted elsewhere, so it is removed here too.
      if (refusalOf(error)?.code !== 'NOT_FOUND') {
        setDeleting(false)
        return alert(m.updates_delete_failed())
      }
    }
    changeItems<Update>(queryClient, api.list.key(), (items) => items.filter((one) => one.id !== id))
  }
  return (
    <div>
      <Button
        tone="quiet"
        size="sm"
        pending={isDeleting}
        onClick={remove}
        aria-label={m.updates_delete_named({ title })}
        icon={<Trash2 className="size-4" aria-hidden="true" />}
      >
        {m.updates_delete()}
      </Button>
    </div>
  )
}
