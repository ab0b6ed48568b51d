import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCombobox } from 'downshift'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { controlClass, cx } from '#design/classes.ts'
import { m } from '#messages'
import { useSettled } from '#platform/client/use-settled.ts'
import { searchLength } from '#platform/terms.ts'
import type { Target } from '../contract.ts'
import { typeAhead } from '../terms.ts'
import { api } from './api.ts'

/** `typed` is the plain field's last text, `initial` its text before any typing. */
export type TypeAheadProps = { initial: string; typed: string; onChoose: () => void }

/** Replaces the plain field while it has the focus. The hidden field has the slug that the form sends. */
export function TargetTypeAhead({ initial, typed, onChoose }: TypeAheadProps) {
  const [text, setText] = useState(typed)
  const slug = useRef<HTMLInputElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const search = useSettled(text.trim(), typeAhead.pauseMs)
  const { data, isFetching } = useQuery({ ...api.list.queryOptions({ input: { search, limit: typeAhead.results } }), placeholderData: keepPreviousData })
  const targets = data?.items ?? []
  const send = (value: string) => {
    if (slug.current) slug.current.value = value
    onChoose()
  }
  const { isOpen, highlightedIndex, getInputProps, getLabelProps, getMenuProps, getItemProps, openMenu } = useCombobox<Target>({
    items: targets,
    inputValue: text,
    initialIsOpen: true,
    itemToString: (target) => target?.name ?? '',
    onInputValueChange: ({ inputValue, type }) => type !== useCombobox.stateChangeTypes.InputChange && setText(inputValue),
    onSelectedItemChange: ({ selectedItem }) => selectedItem && send(selectedItem.slug),
  })
  // Enter sends the typed text even if it was not chosen from the list, as without JavaScript.
  const sendTyped = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || highlightedIndex >= 0) return
    event.preventDefault()
    send(text.trim())
  }
  useLayoutEffect(() => {
    const field = input.current
    field?.focus()
    // Typing continues at the end of typed text; an initial text is selected, so that the first letter replaces it.
    field?.setSelectionRange(typed === initial ? 0 : typed.length, typed.length)
  }, [initial, typed])
  const { htmlFor, ...label } = getLabelProps()
  return (
    <div className="relative flex flex-col gap-1 pb-1">
      <label {...label} htmlFor={htmlFor} className="font-semibold">
        {m.campaigns_filter_target()}
      </label>
      <input
        {...getInputProps({
          ref: input,
          // Set at once: downshift reports the change a render later, and that render would remove the typed letter.
          onChange: ({ currentTarget }) => setText(currentTarget.value),
          onFocus: () => openMenu(),
          onBlur: () => text.trim() === '' && initial !== '' && send(''),
          onKeyDown: sendTyped,
        })}
        placeholder={m.campaigns_filter_target_placeholder()}
        maxLength={searchLength}
        className={controlClass}
      />
      <input ref={slug} type="hidden" name="target" defaultValue={typed} />
      <ul
        {...getMenuProps()}
        className={cx(
          'absolute start-0 top-full z-20 max-h-80 w-full min-w-72 overflow-y-auto border border-t-4 border-ink bg-raised py-1',
          !isOpen && 'hidden',
        )}
      >
        {isOpen &&
          targets.map((target, index) => (
            <li
              key={target.id}
              {...getItemProps({ item: target, index })}
              className={cx('flex min-h-11 flex-col justify-center px-3 py-1', highlightedIndex === index && 'bg-sunk')}
            >
              <span className="font-semibold">{target.name}</span>
              {target.industry && <span className="text-xs text-muted">{target.industry.name}</span>}
            </li>
          ))}
        {isOpen && targets.length === 0 && (
          <li className="px-3 py-2 text-muted">{isFetching || text.trim() !== search ? m.campaigns_targets_searching() : m.campaigns_targets_none()}</li>
        )}
      </ul>
    </div>
  )
}
