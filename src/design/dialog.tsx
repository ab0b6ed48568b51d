import { X } from 'lucide-react'
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { m } from '#messages'
import { Button, IconButton } from './button.tsx'
import { cx } from './classes.ts'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Row of buttons. */
  footer?: ReactNode
  /** Opens from the lower edge on phones. */
  atBottom?: boolean
}

/** A native modal dialog: the browser traps the focus, handles Esc and restores the focus. */
export function Dialog({ open, onClose, title, children, footer, atBottom = false }: DialogProps) {
  const id = useId()
  const dialog = useModal(open)
  return (
    <dialog ref={dialog} aria-labelledby={id} className={cx('sheet', atBottom && 'sheet-bottom')} {...closing(onClose)}>
      {open && (
        <div>
          <header className="flex items-start justify-between gap-4 border-b border-line py-2 ps-5 pe-2">
            <h2 id={id} className="type-title py-2 text-xl">
              {title}
            </h2>
            <IconButton label={m.design_close()} onClick={onClose}>
              <X className="size-5" />
            </IconButton>
          </header>
          <div className="p-5">{children}</div>
          {footer && <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</footer>}
        </div>
      )}
    </dialog>
  )
}

type AlertDialogProps = {
  open: boolean
  text: string
  /** With `cancel` it is a question, without it a message with OK. */
  cancel?: string | undefined
  confirm?: string | undefined
  danger?: boolean | undefined
  onAnswer: (yes: boolean) => void
}

/** Replaces the browser's alert and confirm, with exactly the given text. A press outside does not close it. */
export function AlertDialog({ open, text, cancel, confirm, danger = false, onAnswer }: AlertDialogProps) {
  const id = useId()
  const dialog = useModal(open)
  const { onCancel } = closing(() => onAnswer(false))
  return (
    <dialog ref={dialog} role="alertdialog" aria-labelledby={id} className="sheet sheet-small" onCancel={onCancel}>
      {open && (
        <div className="flex flex-col gap-5 p-5">
          <p id={id} className="text-lg font-semibold whitespace-pre-line">
            {text}
          </p>
          <div className="flex flex-wrap justify-end gap-2">
            {cancel && <Button onClick={() => onAnswer(false)}>{cancel}</Button>}
            <Button tone={danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)} className={cx(!cancel && 'min-w-24')}>
              {confirm ?? m.design_ok()}
            </Button>
          </div>
        </div>
      )}
    </dialog>
  )
}

function useModal(open: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (open && !element?.open) element?.showModal()
    if (!open && element?.open) element.close()
  }, [open])
  return dialog
}

/** Esc and a press on the backdrop call `onClose`. The `cancel` event of a file picker bubbles up to the dialog and is ignored. */
function closing(onClose: () => void) {
  return {
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      onClose()
    },
    onClick: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target === event.currentTarget) onClose()
    },
  }
}
