import { useStore } from '@tanstack/react-form'
import { ImageUp, RefreshCw, Sparkles, Trash2 } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, buttonClass } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { ErrorText } from '#design/field-texts.tsx'
import { signInAgainHref } from '#features/accounts/ui/sign-in-href.ts'
import { pictureTypes } from '#features/media/terms.ts'
import { m } from '#messages'
import { CoverPreview } from './cover-preview.tsx'
import { CoverWorkNote } from './cover-work.tsx'
import { focusField } from './focus.ts'
import type { Cover } from './use-cover.ts'
import { usePastedPicture } from './use-pasted-picture.ts'
import { fieldId, type StepProps } from './wizard-form.ts'

const id = fieldId('cover')

/** `path` is this page's address, to return to after signing in. */
export function StepCover({ form, problemAt, cover, path }: StepProps & { cover: Cover; path: string }) {
  const draft = useStore(form.store, ({ values }) => values)
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const { work, problem } = cover
  const error = problem?.text ?? problemAt('cover')
  usePastedPicture((file) => cover.upload(file))

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file?.type.startsWith('image/')) cover.upload(file)
    else cover.refuse(m.wizard_cover_not_image())
  }
  /** The element with the focus disappears, so the focus moves to the first button. */
  function end(change: () => void) {
    flushSync(change)
    focusField('cover')
  }
  const stop = () => end(cover.stop)
  const remove = () =>
    end(() => {
      cover.stop()
      form.setFieldValue('cover', null)
    })

  const isSet = draft.cover !== null
  return (
    <div id={id} className="flex flex-col gap-3">
      <p className="text-sm text-muted">{m.wizard_cover_hint()}</p>
      <fieldset
        aria-label={m.wizard_step_cover()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={(event) => {
          if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
        }}
        onDrop={drop}
        className={cx(
          'relative grid min-w-0 grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-x-3 gap-y-2 overflow-hidden rounded-md border-2 p-3 sm:grid-cols-[16rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr]',
          isOver ? 'border-accent' : isSet || work ? 'border-line' : 'border-dashed border-edge',
        )}
      >
        <div className="sm:row-span-2">
          <CoverPreview draft={draft} work={work} />
        </div>
        <CoverButtons
          cover={cover}
          path={path}
          isSet={isSet}
          describedBy={error ? `${id}-error` : undefined}
          onPick={() => picker.current?.click()}
          onGenerate={() => cover.generate({ title: draft.title, target: draft.target?.name ?? '' })}
          onRemove={remove}
        />
        <div className="flex flex-col gap-1 text-sm text-muted max-sm:col-span-full">
          <p>{isSet || work ? m.wizard_cover_ratio() : m.wizard_cover_poster()}</p>
          <p id={`${id}-drawn-of`}>{m.wizard_cover_drawn_of()}</p>
        </div>
        {work && (
          <div className="col-span-full">
            <CoverWorkNote work={work} onCancel={stop} />
          </div>
        )}
        {isOver && (
          <p className="type-title pointer-events-none absolute inset-0 grid place-items-center bg-accent text-2xl text-on-accent">{m.wizard_cover_drop()}</p>
        )}
      </fieldset>
      <ErrorText id={id} error={error} />
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={m.wizard_cover_choose()}
        accept={pictureTypes.join(',')}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) cover.upload(file)
          event.target.value = ''
        }}
      />
      <p role="status" className="sr-only">
        {work === null && isSet && m.wizard_cover_set()}
      </p>
    </div>
  )
}

type ButtonsProps = {
  cover: Cover
  path: string
  isSet: boolean
  describedBy: string | undefined
  onPick: () => void
  onGenerate: () => void
  onRemove: () => void
}

function CoverButtons({ cover: { work, problem }, path, isSet, describedBy, onPick, onGenerate, onRemove }: ButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {problem?.again && (
        <Button size="sm" tone="primary" icon={<RefreshCw className="size-4" />} onClick={problem.again}>
          {m.design_try_again()}
        </Button>
      )}
      {problem?.isSignedOut && (
        <a href={signInAgainHref(path)} className={buttonClass({ tone: 'primary', size: 'sm' })}>
          {m.wizard_sign_in()}
        </a>
      )}
      <Button size="sm" icon={isSet ? <RefreshCw className="size-4" /> : <ImageUp className="size-4" />} aria-describedby={describedBy} onClick={onPick}>
        {isSet ? m.wizard_cover_replace() : m.wizard_cover_choose()}
      </Button>
      <Button size="sm" icon={<Sparkles className="size-4" />} disabled={work !== null} aria-describedby={`${id}-drawn-of`} onClick={onGenerate}>
        {m.wizard_cover_generate()}
      </Button>
      {isSet && (
        <Button size="sm" tone="quiet" icon={<Trash2 className="size-4" />} onClick={onRemove}>
          {m.wizard_cover_remove()}
        </Button>
      )}
    </div>
  )
}
