import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCombobox } from 'downshift'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { controlClass, cx } from '#design/classes.ts'
import { Spinner } from '#design/spinner.tsx'
import type { Target } from '#features/directory/targets/contract.ts'
import { typeAhead } from '#features/directory/targets/terms.ts'
import { m } from '#messages'
import { useSettled } from '#platform/client/use-settled.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import type { TargetChoice } from '../draft.ts'
import { Advice } from './advice.tsx'
import { api } from './api.ts'
import { knownTarget } from './target-named.ts'

type Item = { kind: 'target'; target: Target } | { kind: 'add'; name: string }
type TargetSearchProps = { invalid: boolean; onChoose: (target: TargetChoice) => void; onAdd: (name: string) => void }

const { shortest, pauseMs, results } = typeAhead

/** Finds targets by name while the author types. Results are cached by search text, so a late response never replaces a newer one. */
export function TargetSearch({ invalid, onChoose, onAdd }: TargetSearchProps) {
  const [typed, setTyped] = useState('')
  const wanted = normalized(typed).slice(0, 200)
  const search = useSettled(wanted, pauseMs)
  const isSearch = lengthOf(search) >= shortest
  const query = useQuery({
    ...api.targets.list.queryOptions({ input: { search, limit: results } }),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  })
  const isWaiting = lengthOf(wanted) >= shortest && (wanted !== search || query.isFetching)
  const found = isSearch && lengthOf(wanted) >= shortest ? (query.data?.items ?? []) : []
  const items: Item[] = lengthOf(wanted) < shortest ? [] : [...found.map((target) => ({ kind: 'target' as const, target })), { kind: 'add', name: wanted }]

  const box = useCombobox<Item>({
    items,
    selectedItem: null,
    itemToString: (item) => (item?.kind === 'target' ? item.target.name : (item?.name ?? '')),
    onInputValueChange: ({ inputValue }) => setTyped(inputValue),
    onSelectedItemChange: ({ selectedItem: item }) => {
      if (item?.kind === 'add') onAdd(item.name)
      if (item?.kind === 'target') onChoose(knownTarget(item.target))
    },
    // Only a click or Enter chooses; leaving the field with Tab does not.
    stateReducer: (state, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputBlur ? { ...changes, selectedItem: state.selectedItem, inputValue: state.inputValue } : changes,
  })
  const isOpen = box.isOpen && items.length > 0
  const label = box.getLabelProps()
  const hint = 'wizard-target-hint'

  return (
    <div className="relative flex flex-col gap-1">
      <label {...label} htmlFor={label.htmlFor} className="font-semibold">
        {m.wizard_target()}
      </label>
      <p id={hint} className="text-sm text-muted">
        <Advice text={m.wizard_target_hint()} example={m.wizard_target_example()} />
      </p>
      <input
        {...box.getInputProps({ maxLength: 200, autoComplete: 'off', spellCheck: false })}
        aria-describedby={cx(hint, invalid && 'wizard-target-error')}
        aria-invalid={invalid || undefined}
        placeholder={m.wizard_target_placeholder()}
        className={controlClass}
      />
      <div className={cx('absolute inset-x-0 top-full z-20 mt-1 overflow-hidden rounded-sm border border-ink bg-raised', !isOpen && 'hidden')}>
        <ul {...box.getMenuProps({ 'aria-label': m.wizard_target_results() })} className="max-h-96 overflow-auto">
          {isOpen &&
            items.map((item, index) => (
              <li
                key={item.kind === 'target' ? item.target.id : 'add'}
                {...box.getItemProps({ item, index })}
                className={cx(
                  'flex min-h-11 cursor-pointer items-center gap-2 px-3 py-2',
                  item.kind === 'add' && 'border-t border-line',
                  box.highlightedIndex === index && 'bg-ink text-paper',
                )}
              >
                {item.kind === 'add' && <Plus className="size-4 shrink-0" />}
                <span className="min-w-0 grow">{item.kind === 'add' ? m.wizard_target_add_named({ name: item.name }) : item.target.name}</span>
                {item.kind === 'target' && item.target.industry && (
                  <span className={cx('text-end text-sm', box.highlightedIndex !== index && 'text-muted')}>{item.target.industry.name}</span>
                )}
              </li>
            ))}
        </ul>
        {isWaiting && (
          <p className="flex items-center gap-2 border-t border-line px-3 py-2 text-sm text-muted">
            <Spinner label={null} className="size-5" />
            {m.wizard_target_searching()}
          </p>
        )}
      </div>
      <p role="status" className={query.isError && isSearch ? 'text-sm text-danger-text' : 'sr-only'}>
        {statusText({ isWaiting, isError: query.isError && isSearch, count: isOpen ? found.length : null })}
      </p>
    </div>
  )
}

function statusText({ isWaiting, isError, count }: { isWaiting: boolean; isError: boolean; count: number | null }): string {
  if (isWaiting) return m.wizard_target_searching()
  if (isError) return m.wizard_target_search_failed()
  if (count === null) return ''
  return count === 0 ? m.wizard_target_none() : m.wizard_target_found({ count })
}
