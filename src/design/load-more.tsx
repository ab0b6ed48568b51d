import type { ReactNode } from 'react'
import { m } from '#messages'
import { onPlainClick } from '#platform/client/plain-click.ts'
import { buttonClass } from './button.tsx'
import { cx } from './classes.ts'
import { FailureText } from './field-texts.tsx'

type LongList = {
  data: { pages: readonly { nextCursor: string | null }[] } | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}
type LoadMoreProps = {
  label?: string
  /** Message when the next page could not be loaded. */
  failed?: string
  list: LongList
  /** Returns the address of the page that begins at a cursor, for visitors without JavaScript. */
  hrefFrom?: ((cursor: string) => string) | undefined
  /** Link to the beginning of a list that starts further on; it receives its class and text. */
  first?: ((look: { className: string; children: string }) => ReactNode) | false | undefined
}

/** A link to the next page; with JavaScript it appends that page to the list instead. */
export function LoadMore({ label = m.design_load_more(), failed = m.design_load_failed(), list, hrefFrom, first }: LoadMoreProps) {
  const cursor = list.data?.pages.at(-1)?.nextCursor
  const href = cursor ? hrefFrom?.(cursor) : undefined
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const more = onPlainClick(() => {
    if (!isFetchingNextPage) fetchNextPage()
  })
  const looks = { 'aria-busy': isFetchingNextPage || undefined, className: cx(buttonClass({ size: 'md' }), isFetchingNextPage && 'opacity-60') }
  const words = isFetchingNextPage ? m.design_loading() : label
  return (
    <div className="flex flex-col items-center gap-3 py-4 empty:hidden">
      {hasNextPage &&
        (href ? (
          <a href={href} onClick={more} {...looks}>
            {words}
          </a>
        ) : (
          <button type="button" onClick={more} {...looks}>
            {words}
          </button>
        ))}
      {isFetchNextPageError && <FailureText>{failed}</FailureText>}
      {first ? first({ className: buttonClass({ tone: 'quiet' }), children: m.design_first_page() }) : null}
    </div>
  )
}
