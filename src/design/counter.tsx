import { m } from '#messages'
import { cx } from './classes.ts'
import { counterFromShare } from './terms.ts'

type CharacterCounterProps = {
  value: string
  max: number
  /** The length from which the counter is visible: 0 for always, by default a share of `max`. */
  from?: number
  /** The length above which the counter is red; by default `max`. */
  red?: number
}

/** Counts as the server does: code points after trim and NFC. */
export function characterCount(value: string): number {
  return Array.from(value.trim().normalize('NFC')).length
}

export function CharacterCounter({ value, max, from, red = max }: CharacterCounterProps) {
  const length = characterCount(value)
  const shown = length >= (from ?? Math.ceil(max * counterFromShare))
  return (
    <>
      {shown && (
        <p className={cx('type-figure ms-auto shrink-0 text-sm', length > red ? 'text-danger-text' : 'text-muted')}>
          <span aria-hidden="true">{m.design_counter({ length, max })}</span>
          <span className="sr-only">{m.design_counter_spoken({ length, max })}</span>
        </p>
      )}
      <span role="status" className="sr-only">
        {warning(max - length)}
      </span>
    </>
  )
}

/** Changes in steps, so that screen readers do not announce every key. */
function warning(left: number): string {
  if (left < 0) return m.design_counter_over({ over: -left })
  if (left === 0) return m.design_counter_full()
  return left < 10 ? m.design_counter_near({ left: 10 }) : ''
}
