import { type ClipboardEvent, type ReactNode, useId } from 'react'
import { Button } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { MarkdownHelp } from '#design/markdown-help.tsx'
import { ChosenPictures, PictureButton } from './picture-field.tsx'
import type { Posting } from './use-posting.ts'

type PostFormProps = {
  posting: Omit<Posting, 'post'>
  /** Label of the submit button. */
  submit: string
  onPost: () => void
  cancel?: { label: string; onCancel: () => void } | undefined
  withHelp?: boolean
  className?: string
  children: ReactNode
}

/** A form for a text with pictures, which can be chosen or pasted. */
export function PostForm({ posting: { pictures, isPosting, problem }, submit, onPost, cancel, withHelp = true, className, children }: PostFormProps) {
  const problemId = useId()
  const paste = ({ clipboardData }: ClipboardEvent) => {
    const files = [...clipboardData.files].filter(({ type }) => type.startsWith('image/'))
    if (files.length > 0) pictures.add(files)
  }
  return (
    <form
      noValidate
      aria-describedby={problem ? problemId : undefined}
      className={cx('flex flex-col', className)}
      onPaste={paste}
      onSubmit={(event) => {
        event.preventDefault()
        onPost()
      }}
    >
      {children}
      <ChosenPictures pictures={pictures} />
      <div id={problemId} role="alert" className="font-semibold text-danger-text empty:hidden">
        {problem && <p className="border-s-4 border-danger-text ps-3">{problem}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" tone="primary" pending={isPosting || pictures.isPreparing}>
          {submit}
        </Button>
        <PictureButton pictures={pictures} disabled={isPosting} />
        {cancel && (
          <Button tone="quiet" onClick={cancel.onCancel}>
            {cancel.label}
          </Button>
        )}
      </div>
      {withHelp && <MarkdownHelp />}
    </form>
  )
}
