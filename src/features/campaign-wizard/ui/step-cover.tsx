import { useStore } from '@tanstack/react-form'
import { ImageUp, RefreshCw, Trash2 } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { ErrorText } from '#design/field.tsx'
import { Spinner } from '#design/spinner.tsx'
import { coverTypes } from '#features/media/policy.ts'
import { m } from '#messages'
import { CoverPreview } from './cover-preview.tsx'
import { focusField } from './focus.ts'
import type { CoverUpload } from './use-cover-upload.ts'
import { fieldId, type StepProps } from './wizard-form.ts'

export function StepCover({ form, problemAt, cover }: StepProps & { cover: CoverUpload }) {
  const draft = useStore(form.store, ({ values }) => values)
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const latest = useRef(cover)
  latest.current = cover
  const error = cover.error ?? problemAt('cover')
  const id = fieldId('cover')

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? []
      if (!file || document.querySelector('dialog[open]')) return
      event.preventDefault()
      void latest.current.upload(file)
    }
    // A picture dropped beside the frame must not replace the page.
    const miss = (event: globalThis.DragEvent) => event.preventDefault()
    addEventListener('paste', paste)
    addEventListener('dragover', miss)
    addEventListener('drop', miss)
    return () => {
      removeEventListener('paste', paste)
      removeEventListener('dragover', miss)
      removeEventListener('drop', miss)
    }
  }, [])

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file?.type.startsWith('image/')) void cover.upload(file)
    else cover.refuse(m.wizard_cover_not_image())
  }
  function remove() {
    flushSync(() => {
      cover.stop()
      form.setFieldValue('cover', null)
    })
    focusField('cover')
  }

  const isSet = draft.cover !== null || cover.isUploading
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
        className={cx('relative min-w-0 overflow-hidden rounded-md border-2', isOver ? 'border-accent' : isSet ? 'border-line' : 'border-dashed border-edge')}
      >
        <CoverPreview draft={draft} uploading={cover.preview} />
        {isOver && (
          <p className="type-title pointer-events-none absolute inset-0 grid place-items-center bg-accent text-2xl text-on-accent">{m.wizard_cover_drop()}</p>
        )}
        {cover.isUploading && !isOver && (
          <div className="absolute inset-x-0 bottom-0 flex items-center gap-3 bg-paper px-4 py-2 text-ink">
            <Spinner label={m.wizard_cover_uploading()} className="size-6" />
          </div>
        )}
      </fieldset>
      <p className="text-sm text-muted">{isSet ? m.wizard_cover_ratio() : m.wizard_cover_poster()}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          tone={isSet ? 'secondary' : 'primary'}
          icon={isSet ? <RefreshCw className="size-4" /> : <ImageUp className="size-5" />}
          aria-describedby={error ? `${id}-error` : undefined}
          onClick={() => picker.current?.click()}
        >
          {isSet ? m.wizard_cover_replace() : m.wizard_cover_choose()}
        </Button>
        {isSet && (
          <Button tone="quiet" icon={<Trash2 className="size-4" />} onClick={remove}>
            {cover.isUploading && draft.cover === null ? m.design_cancel() : m.wizard_cover_remove()}
          </Button>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={m.wizard_cover_choose()}
        accept={coverTypes.join(',')}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void cover.upload(file)
          event.target.value = ''
        }}
      />
      <ErrorText id={id} error={error} />
      <p role="status" className="sr-only">
        {!cover.isUploading && draft.cover !== null && m.wizard_cover_set()}
      </p>
    </div>
  )
}
