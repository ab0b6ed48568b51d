import { useId } from 'react'
import { tickClass } from '#design/choice-field.tsx'
import { cx } from '#design/classes.ts'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import type { OwnAction } from '../contract.ts'
import { type TicksOptions, useTicks } from './use-ticks.ts'

type TickListProps = TicksOptions & { actions: readonly OwnAction[] }

/** Actions with a checkbox each. */
export function TickList({ actions, ...options }: TickListProps) {
  const { problem, setDone } = useTicks(options)
  const name = useId()
  return (
    <>
      <ul>
        {actions.map((action) => (
          <li key={action.id} className="border-b border-line last:border-b-0">
            <label htmlFor={name + action.id} className="grid min-h-11 cursor-pointer grid-cols-[auto_1fr] items-baseline gap-3 py-2.5">
              <input
                id={name + action.id}
                type="checkbox"
                autoComplete="off"
                checked={action.isDone}
                onChange={({ target }) => setDone(action, target.checked)}
                className={cx(tickClass, 'translate-y-1 accent-ink')}
              />
              <span dir="auto" className={cx('min-w-0 wrap-anywhere', action.isDone && 'text-muted line-through decoration-1')}>
                {action.text}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p role="alert" className="text-sm font-semibold text-danger-text empty:hidden">
        {problem}
      </p>
    </>
  )
}

/** For example "2 of 4 actions done". */
export const doneText = (actions: readonly OwnAction[]) =>
  m.pledges_actions_done({ count: actions.length, done: formatCount(actions.filter(({ isDone }) => isDone).length), total: formatCount(actions.length) })
