import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, IconButton } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { ErrorText, HintText } from '#design/field-texts.tsx'
import { limits } from '#features/campaigns/validation/terms.ts'
import { m } from '#messages'
import { keepFocus } from './focus.ts'
import { fieldId, type StepProps } from './wizard-form.ts'

type RowsProps = Pick<StepProps, 'problemAt'> & {
  name: 'sources' | 'actions' | 'alternatives'
  /** The form's field for the whole list. */
  field: { state: { value: ReadonlyArray<{ key: string }> }; removeValue: (at: number) => void; moveValue: (from: number, to: number) => void }
  hint: ReactNode
  words: { legend: () => string; row: (at: { number: number }) => string; add: () => string }
  onAdd: () => void
  /** The controls of one row. `label` contains the row's number. */
  children: (at: number, label: string) => ReactNode
}

/** An ordered list with at least one row. Changes are announced to screen readers, and the focus stays in the changed row. */
export function Rows({ name, field, problemAt, hint, words, onAdd, children }: RowsProps) {
  const id = fieldId(name)
  const error = problemAt(name)
  const rows = field.state.value
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')

  /** Renders synchronously, so that the next typed letter goes to the right row. */
  function change(what: () => void, { says, row }: { says: string; row: number }) {
    flushSync(() => {
      what()
      setSaid(says)
    })
    list.current?.children.item(row)?.querySelector('input')?.focus()
  }
  const add = () => change(onAdd, { says: m.wizard_row_added({ row: words.row({ number: rows.length + 1 }) }), row: rows.length })
  const remove = (at: number) =>
    change(() => field.removeValue(at), { says: m.wizard_row_removed({ row: words.row({ number: at + 1 }) }), row: Math.max(0, at - 1) })
  /** Keeps the focus on the same button of the moved row, or on the other move button if that one is now disabled. */
  function move(from: number, to: number) {
    if (to < 0 || to >= rows.length) return
    const cached = document.activeElement
    flushSync(() => {
      field.moveValue(from, to)
      setSaid(m.wizard_row_moved({ row: words.row({ number: from + 1 }), place: to + 1, count: rows.length }))
    })
    if (cached instanceof HTMLElement && cached.isConnected && !cached.matches(':disabled')) cached.focus()
    else list.current?.children.item(to)?.querySelector<HTMLElement>('[data-move]:not(:disabled)')?.focus()
  }
  function press(event: KeyboardEvent, at: number) {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    move(at, event.key === 'ArrowUp' ? at - 1 : at + 1)
  }

  return (
    <fieldset id={id} aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`} className="flex min-w-0 flex-col gap-2">
      <legend className="type-title mb-1 text-xl">{words.legend()}</legend>
      <HintText
        id={id}
        hint={
          <>
            {hint} {rows.length > 1 && <span className="block">{m.wizard_rows_move_hint()}</span>}
          </>
        }
      />
      <ol ref={list} className="flex flex-col border-t border-ink">
        {rows.map(({ key }, at) => {
          const label = words.row({ number: at + 1 })
          return (
            // Key presses come from the controls in the row.
            <li
              key={key}
              id={`${id}-${at}`}
              onKeyDown={(event) => press(event, at)}
              className={cx('relative flex flex-col gap-3 border-b border-line pb-3', rows.length > 1 ? 'pt-5' : 'pt-3')}
            >
              {children(at, label)}
              {rows.length > 1 && (
                <div className="absolute end-0 top-1 flex">
                  <IconButton
                    label={m.wizard_row_move_up({ row: label })}
                    data-move="up"
                    aria-keyshortcuts="Alt+ArrowUp"
                    disabled={at === 0}
                    onClick={() => move(at, at - 1)}
                  >
                    <ArrowUp className="size-5" />
                  </IconButton>
                  <IconButton
                    label={m.wizard_row_move_down({ row: label })}
                    data-move="down"
                    aria-keyshortcuts="Alt+ArrowDown"
                    disabled={at === rows.length - 1}
                    onClick={() => move(at, at + 1)}
                  >
                    <ArrowDown className="size-5" />
                  </IconButton>
                  <IconButton label={m.design_remove({ label })} onClick={() => remove(at)}>
                    <Trash2 className="size-5" />
                  </IconButton>
                </div>
              )}
            </li>
          )
        })}
      </ol>
      <ErrorText id={id} error={error} />
      <div>
        <Button size="sm" icon={<Plus className="size-4" />} disabled={rows.length >= limits[name]} onMouseDown={keepFocus} onClick={add}>
          {words.add()}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  )
}
