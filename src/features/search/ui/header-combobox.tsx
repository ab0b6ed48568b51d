import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCombobox } from 'downshift'
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { controlClass, cx } from '#design/classes.ts'
import { m } from '#messages'
import { useSettled } from '#platform/client/use-settled.ts'
import { typingPauseMs } from '#platform/terms.ts'
import { searchText } from '#platform/words.ts'
import { api } from './api.ts'
import { addRecent } from './recent.ts'
import { type Suggestion, suggestionsOf } from './suggestion.ts'
import { Suggestions } from './suggestions.tsx'
import { keptTab } from './tab.ts'
import type { Typed } from './typed.ts'

/** The header's search field while it has been used. Each answer belongs to its query text, so a late answer never replaces a newer one. */
export function HeaderCombobox({ typed }: { typed: Typed }) {
  const navigate = useNavigate()
  const [text, setText] = useState(typed.text)
  const input = useRef<HTMLInputElement>(null)
  const asked = searchText(text).text
  const settled = useSettled(asked, typingPauseMs)
  const { data, isError, isFetching } = useQuery({
    ...api.preview.queryOptions({ input: { q: settled } }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const isWaiting = isFetching || asked !== settled
  const items = asked === '' ? [] : suggestionsOf(data)
  const searchAll = () => {
    input.current?.blur()
    if (asked !== '') addRecent(asked)
    const tab = keptTab()
    navigate({ to: '/search', search: { q: asked || undefined, kind: tab === 'campaigns' ? undefined : tab } })
  }
  const go = (item: Suggestion) => {
    if (item.kind === 'all') return searchAll()
    input.current?.blur()
    navigate({ href: item.href })
  }
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps, openMenu, closeMenu } = useCombobox<Suggestion>({
    items,
    inputValue: text,
    itemToString: () => text,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && go(selectedItem),
    selectedItem: null,
    stateReducer: (_state, { changes, type }) =>
      // Escape closes the list and keeps the text.
      type === useCombobox.stateChangeTypes.InputKeyDownEscape ? { ...changes, isOpen: false, inputValue: text } : changes,
  })
  useLayoutEffect(() => {
    const field = input.current
    field?.focus()
    field?.setSelectionRange(typed.at ?? typed.text.length, typed.at ?? typed.text.length)
  }, [typed])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    closeMenu()
    searchAll()
  }
  /** Without a highlighted suggestion, Enter must submit the form, which Downshift would prevent. */
  const submitUnchosen = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key === 'Enter' && highlightedIndex < 0) Object.assign(nativeEvent, { preventDownshiftDefault: true })
  }
  const isShown = isOpen && asked !== ''
  return (
    <search>
      <form action="/search" onSubmit={submit}>
        <input
          {...getInputProps({
            ref: input,
            onKeyDown: submitUnchosen,
            // Downshift reports a new text only in an effect: until then, React would put the earlier one back and lose letters.
            onChange: ({ currentTarget }) => setText(currentTarget.value),
            'aria-label': m.search_label(),
            'aria-labelledby': undefined,
            onFocus: () => text.trim() !== '' && openMenu(),
          })}
          type="search"
          name="q"
          placeholder={m.search_label()}
          className={cx(controlClass, '[&::-webkit-search-cancel-button]:grayscale')}
        />
        <div
          {...getMenuProps({ 'aria-label': m.search_suggestions(), 'aria-labelledby': undefined })}
          className={cx(
            'absolute start-0 top-full z-30 mt-1 max-h-[min(36rem,80dvh)] w-full min-w-[min(36rem,calc(100vw-4rem))] overflow-y-auto border border-t-4 border-ink bg-raised',
            !isShown && 'hidden',
          )}
        >
          {isShown && (
            <Suggestions {...{ items, asked, highlightedIndex, isWaiting, isError, isEmpty: data !== undefined && items.length === 1, getItemProps }} />
          )}
        </div>
      </form>
    </search>
  )
}
