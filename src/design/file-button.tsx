import { ImagePlus } from 'lucide-react'
import { useId } from 'react'
import { type ButtonLook, buttonClass } from './button.tsx'
import { cx } from './classes.ts'

type FileButtonProps = {
  text: string
  /** The accessible name, if it is not the text. */
  label?: string
  describedBy?: string
  accept: readonly string[]
  multiple?: boolean
  disabled?: boolean
  look?: ButtonLook
  onChoose: (files: File[]) => void
}

/** A button that opens the file dialog for pictures; a file input with the look of a button. */
export function FileButton({ text, label, describedBy, accept, look = {}, onChoose, ...input }: FileButtonProps) {
  const id = useId()
  return (
    <span className="relative inline-flex">
      <input
        {...input}
        id={id}
        type="file"
        accept={accept.join(',')}
        aria-label={label}
        aria-describedby={describedBy}
        className="peer sr-only"
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])])
          // Cleared, so that choosing the same file again triggers a change event.
          target.value = ''
        }}
      />
      <label
        htmlFor={id}
        className={cx(buttonClass(look), 'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus')}
      >
        <ImagePlus className="size-5" aria-hidden="true" />
        {text}
      </label>
    </span>
  )
}
