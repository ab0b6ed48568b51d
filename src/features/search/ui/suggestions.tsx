import type { UseComboboxReturnValue } from 'downshift'
import { cx } from '#design/classes.ts'
import { m } from '#messages'
import { kindTexts } from './kind-texts.ts'
import { Marked } from './marked.tsx'
import type { Suggestion } from './suggestion.ts'

type SuggestionsProps = {
  items: Suggestion[]
  asked: string
  highlightedIndex: number
  isWaiting: boolean
  isError: boolean
  isEmpty: boolean
  getItemProps: UseComboboxReturnValue<Suggestion>['getItemProps']
}

/** The suggestions. The previous ones stay visible while new ones load. */
export function Suggestions({ items, asked, highlightedIndex, isWaiting, isError, isEmpty, getItemProps }: SuggestionsProps) {
  const note = isWaiting ? m.search_searching() : isError ? m.search_preview_failed() : isEmpty ? m.search_none_yet() : null
  return (
    <>
      {(items.length === 1 || isError) && note && (
        <div role="status" className="px-3 py-2.5 text-muted">
          {note}
        </div>
      )}
      {items.map((item, index) => (
        <div key={`${item.kind} ${item.key}`} role="presentation">
          {item.kind !== 'all' && item.isFirst && (
            <div role="presentation" className="type-kicker border-line px-3 pt-3 pb-1 text-muted not-first:border-t">
              {kindTexts[item.kind]()}
            </div>
          )}
          <div
            {...getItemProps({ item, index })}
            className={cx('flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1.5', highlightedIndex === index && 'bg-sunk')}
          >
            {item.kind === 'all' ? (
              <span className="type-label grow border-t border-line pt-2 pb-1">{m.search_see_all()}</span>
            ) : (
              <>
                <span className="min-w-0 grow">
                  <span dir="auto" className="line-clamp-2 leading-snug font-semibold [overflow-wrap:anywhere]">
                    <Marked text={item.name} query={asked} />
                  </span>
                  {item.more && <span className="block truncate text-xs text-muted">{item.more}</span>}
                </span>
                <span className="shrink-0 text-end text-xs text-muted tabular-nums">
                  {item.details.map((detail) => (
                    <span key={detail} className="block">
                      {detail}
                    </span>
                  ))}
                </span>
              </>
            )}
          </div>
        </div>
      ))}
    </>
  )
}
