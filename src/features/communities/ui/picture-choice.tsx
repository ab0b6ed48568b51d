import { ImagePlus, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button, buttonClass } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { ErrorText, HintText } from '#design/field-texts.tsx'
import { coverTypes } from '#features/media/policy.ts'
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
        <span className="relative inline-flex">
          <input
            id={id}
            type="file"
            accept={coverTypes.join(',')}
            aria-label={label}
            aria-describedby={`${id}-hint`}
            disabled={disabled}
            className="peer sr-only"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void picture.choose(file)
              // Cleared, so that choosing the same file again triggers a change event.
              target.value = ''
            }}
          />
          <label
            htmlFor={id}
            className={cx(buttonClass({ size: 'sm' }), 'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus')}
          >
            <ImagePlus className="size-5" aria-hidden="true" />
            {isThere ? m.communities_form_picture_other() : m.communities_form_picture_choose()}
          </label>
        </span>
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
