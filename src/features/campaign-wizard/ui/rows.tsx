import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button, IconButton } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { ErrorText, HintText } from '#design/field.tsx'
import { m } from '#messages'

type RowsProps = {
  id: string
  legend: string
  hint: string
  error: string | undefined
  rows: ReadonlyArray<{ key: string }>
  most: number
  words: { row: (at: { number: number }) => string; add: () => string }
  onAdd: () => void
  onRemove: (at: number) => void
  onMoveUp: (at: number) => void
  /** The controls of one row; `label` names it by its place. */
  children: (at: number, label: string) => ReactNode
}

/** An ordered list that always keeps one row. What happens to a row is said, and the focus stays with it. */
export function Rows({ id, legend, hint, error, rows, most, words, onAdd, onRemove, onMoveUp, children }: RowsProps) {
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')

  /** After the change is drawn. */
  function focusRow(at: number, selector: string) {
    requestAnimationFrame(() => {
      const row = list.current?.children.item(at)
      const control = row?.querySelector<HTMLElement>(`${selector}:not(:disabled)`) ?? row?.querySelector<HTMLElement>('input')
      control?.focus()
    })
  }
  function add() {
    onAdd()
    setSaid(m.wizard_row_added({ row: words.row({ number: rows.length + 1 }) }))
    focusRow(rows.length, 'input')
  }
  function remove(at: number) {
    onRemove(at)
    setSaid(m.wizard_row_removed({ row: words.row({ number: at + 1 }) }))
    focusRow(Math.max(0, at - 1), 'input')
  }
  function moveUp(at: number) {
    onMoveUp(at)
    setSaid(m.wizard_row_moved({ row: words.row({ number: at + 1 }), place: at, count: rows.length }))
    focusRow(at - 1, '[data-move]')
  }

  return (
    <fieldset id={id} aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`} className="flex min-w-0 flex-col gap-2">
      <legend className="type-title mb-1 text-xl">{legend}</legend>
      <HintText id={id} hint={hint} />
      <ol ref={list} className="flex flex-col border-t border-ink">
        {rows.map(({ key }, at) => {
          const label = words.row({ number: at + 1 })
          return (
            <li key={key} id={`${id}-${at}`} className={cx('relative flex flex-col gap-3 border-b border-line pb-3', rows.length > 1 ? 'pt-5' : 'pt-3')}>
              {children(at, label)}
              {rows.length > 1 && (
                <div className="absolute end-0 top-1 flex">
                  <IconButton label={m.wizard_row_move_up({ row: label })} data-move disabled={at === 0} onClick={() => moveUp(at)}>
                    <ArrowUp className="size-5" />
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
        <Button size="sm" icon={<Plus className="size-4" />} disabled={rows.length >= most} onClick={add}>
          {words.add()}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  )
}
