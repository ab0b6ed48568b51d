import { Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '#design/button.tsx'
import { ErrorText, HintText } from '#design/field-texts.tsx'
import { FileButton } from '#design/file-button.tsx'
import { pictureTypes } from '#features/media/terms.ts'
import { m } from '#messages'
import type { OnePicture } from './use-picture.ts'

type ChoiceProps = {
  label: string
  hint: string
  picture: OnePicture
  /** True if a picture is already saved. */
  isSaved: boolean
  error: string | undefined
  disabled: boolean
  /** Renders the preview. `preview` is the URL of the chosen file, null without a picture, undefined for the saved picture. */
  children: (preview: string | null | undefined) => ReactNode
}

export function PictureChoice({ label, hint, picture, isSaved, error, disabled, children }: ChoiceProps) {
  const id = useId()
  const { chosen, problem } = picture
  const isThere = chosen === undefined ? isSaved : chosen !== null
  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold">{label}</p>
      <HintText id={id} hint={hint} />
      {children(chosen === undefined ? undefined : (chosen?.preview ?? null))}
      <div className="flex flex-wrap gap-2">
        <FileButton
          text={isThere ? m.communities_form_picture_other() : m.communities_form_picture_choose()}
          label={label}
          describedBy={`${id}-hint`}
          accept={pictureTypes}
          disabled={disabled}
          look={{ size: 'sm' }}
          onChoose={([file]) => file && void picture.choose(file)}
        />
        {isThere && (
          <Button size="sm" tone="quiet" disabled={disabled} onClick={picture.remove} icon={<Trash2 className="size-5" aria-hidden="true" />}>
            {m.communities_form_picture_remove()}
          </Button>
        )}
      </div>
      <ErrorText id={id} error={problem ?? error} />
    </div>
  )
}
