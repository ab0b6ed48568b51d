import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useId } from 'react'
import { Avatar } from '#design/avatar.tsx'
import { Button } from '#design/button.tsx'
import { FileButton } from '#design/file-button.tsx'
import { ProgressBar } from '#design/progress-bar.tsx'
import { pictureTypes } from '#features/media/terms.ts'
import { m } from '#messages'
import type { AvatarChoice } from './use-avatar.ts'

const CropDialog = lazy(() => import('./crop-dialog.tsx').then((loaded) => ({ default: loaded.CropDialog })))

type AvatarFieldProps = { name: string; saved: string | null; avatar: AvatarChoice; error: string | undefined }

/** The avatar, with controls to choose a file, crop it to a square, and remove it. */
export function AvatarField({ name, saved, avatar, error }: AvatarFieldProps) {
  const id = useId()
  const { chosen, opened, sent, problem } = avatar
  const shown = chosen === undefined ? saved : (chosen?.preview ?? null)
  return (
    <div className="flex items-start gap-5">
      <Avatar name={name} src={shown} size="lg" />
      <div className="flex min-w-0 flex-col gap-2">
        <p className="font-semibold">{m.settings_avatar()}</p>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {m.settings_avatar_hint()}
        </p>
        <div className="flex flex-wrap gap-2">
          <FileButton
            text={shown ? m.settings_avatar_other() : m.settings_avatar_choose()}
            describedBy={`${id}-hint`}
            accept={pictureTypes}
            onChoose={([file]) => file && void avatar.open(file)}
          />
          {shown && (
            <Button tone="quiet" onClick={avatar.remove} icon={<Trash2 className="size-5" aria-hidden="true" />}>
              {m.settings_avatar_remove()}
            </Button>
          )}
        </div>
        {sent !== null && <ProgressBar size="sm" value={Math.round(sent * 100)} max={100} label={m.media_progress()} className="max-w-64" />}
        <p role="status" className="text-sm text-muted empty:hidden">
          {chosen !== undefined && sent === null && (chosen ? m.settings_avatar_new() : saved && m.settings_avatar_gone())}
        </p>
        <p role="alert" className="border-s-3 border-danger-text ps-2 text-sm font-semibold text-danger-text empty:hidden">
          {problem ?? error}
        </p>
      </div>
      {opened && (
        <Suspense fallback={null}>
          <CropDialog picture={opened} onCut={avatar.send} onClose={avatar.close} />
        </Suspense>
      )}
    </div>
  )
}
