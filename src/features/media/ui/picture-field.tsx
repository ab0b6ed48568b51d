import { X } from 'lucide-react'
import { Button, IconButton } from '#design/button.tsx'
import { FileButton } from '#design/file-button.tsx'
import { ProgressBar } from '#design/progress-bar.tsx'
import { m } from '#messages'
import { pictureTypes } from '../terms.ts'
import type { ChosenPicture, Pictures } from './use-pictures.ts'

/** Button that adds pictures to a post. It is placed among the form's other buttons. */
export function PictureButton({ pictures, disabled }: { pictures: Pictures; disabled?: boolean }) {
  if (pictures.chosen.length >= pictures.most) return null
  return (
    <FileButton
      text={pictures.chosen.length > 0 ? m.media_add_more() : m.media_add()}
      accept={pictureTypes}
      multiple={pictures.most > 1}
      disabled={disabled || pictures.isPreparing}
      look={{ tone: 'quiet' }}
      onChoose={pictures.add}
    />
  )
}

/** The chosen pictures, the reasons for refused ones, and the upload's progress. */
export function ChosenPictures({ pictures }: { pictures: Pictures }) {
  const { chosen, refused, sending, isPreparing } = pictures
  return (
    <>
      {chosen.length > 0 && (
        <ul aria-label={m.media_chosen()} className="flex flex-wrap gap-3">
          {chosen.map((picture) => (
            <Preview key={picture.key} picture={picture} onRemove={sending ? undefined : () => pictures.remove(picture.key)} />
          ))}
        </ul>
      )}
      <div role="alert" className="text-sm font-semibold text-danger-text empty:hidden">
        {refused.map((why) => (
          <p key={why} className="border-s-3 border-danger-text ps-2 break-words">
            {why}
          </p>
        ))}
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {isPreparing && m.media_preparing()}
        {sending && m.media_uploading({ number: sending.number, count: sending.count })}
      </p>
      {sending && (
        <div className="flex items-center gap-3">
          <ProgressBar size="sm" value={Math.round(sending.share * 100)} max={100} label={m.media_progress()} className="max-w-64" />
          <Button size="sm" tone="quiet" onClick={pictures.stop}>
            {m.media_stop()}
          </Button>
        </div>
      )}
    </>
  )
}

function Preview({ picture, onRemove }: { picture: ChosenPicture; onRemove: (() => void) | undefined }) {
  const { file, preview } = picture
  return (
    <li className="relative size-24 overflow-hidden rounded-sm border border-line bg-sunk">
      <img src={preview} alt={file.name} className="size-full object-cover" />
      {onRemove && (
        <IconButton
          label={m.media_remove({ name: file.name })}
          onClick={onRemove}
          className="absolute end-0 top-0 bg-paper text-ink hover:bg-ink hover:text-paper"
        >
          <X className="size-5" />
        </IconButton>
      )}
    </li>
  )
}
