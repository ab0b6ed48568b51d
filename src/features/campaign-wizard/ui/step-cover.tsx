import { useStore } from '@tanstack/react-form'
import { ImageUp, RefreshCw, Sparkles, Trash2 } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, buttonClass } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { ErrorText } from '#design/field-texts.tsx'
import { signInHref } from '#features/accounts/ui/public.ts'
import { coverTypes } from '#features/media/policy.ts'
import { m } from '#messages'
import { CoverPreview } from './cover-preview.tsx'
import { CoverWorkNote } from './cover-work.tsx'
import { focusField } from './focus.ts'
import type { Cover } from './use-cover.ts'
import { usePastedPicture } from './use-pasted-picture.ts'
import { fieldId, type StepProps } from './wizard-form.ts'

const id = fieldId('cover')

/** `path` leads back here after signing in. */
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
  /** What had the focus goes away, so it goes to the first button. */
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
      <p className="text-muted">{m.wizard_cover_hint()}</p>
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
          'relative min-w-0 overflow-hidden rounded-md border-2',
          isOver ? 'border-accent' : isSet || work ? 'border-line' : 'border-dashed border-edge',
        )}
      >
        <CoverPreview draft={draft} work={work} />
        {work && <CoverWorkNote work={work} onCancel={stop} />}
        {isOver && (
          <p className="type-title pointer-events-none absolute inset-0 grid place-items-center bg-accent text-2xl text-on-accent">{m.wizard_cover_drop()}</p>
        )}
      </fieldset>
      <p className="text-sm text-muted">{isSet || work ? m.wizard_cover_ratio() : m.wizard_cover_poster()}</p>
      <ErrorText id={id} error={error} />
      <div className="flex flex-wrap gap-2">
        {problem?.again && (
          <Button tone="primary" icon={<RefreshCw className="size-4" />} onClick={problem.again}>
            {m.design_try_again()}
          </Button>
        )}
        {problem?.isSignedOut && (
          <a href={signInHref(path)} className={buttonClass({ tone: 'primary' })}>
            {m.wizard_sign_in()}
          </a>
        )}
        <Button
          tone={isSet || work || problem ? 'secondary' : 'primary'}
          icon={isSet ? <RefreshCw className="size-4" /> : <ImageUp className="size-5" />}
          aria-describedby={error ? `${id}-error` : undefined}
          onClick={() => picker.current?.click()}
        >
          {isSet ? m.wizard_cover_replace() : m.wizard_cover_choose()}
        </Button>
        <Button
          icon={<Sparkles className="size-5" />}
          disabled={work !== null}
          aria-describedby={`${id}-drawn-of`}
          onClick={() => cover.generate({ title: draft.title, target: draft.target?.name ?? '' })}
        >
          {m.wizard_cover_generate()}
        </Button>
        {isSet && (
          <Button tone="quiet" icon={<Trash2 className="size-4" />} onClick={remove}>
            {m.wizard_cover_remove()}
          </Button>
        )}
      </div>
      <p id={`${id}-drawn-of`} className="text-sm text-muted">
        {m.wizard_cover_drawn_of()}
      </p>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={m.wizard_cover_choose()}
        accept={coverTypes.join(',')}
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
