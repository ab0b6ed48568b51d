import type { MouseEvent, ReactNode } from 'react'
import { m } from '#messages'
import { isPlainClick } from '#platform/client/plain-click.ts'
import { buttonClass } from './button.tsx'
import { cx } from './classes.ts'

type LoadMoreProps = {
  label?: string
  /** Message when the next page could not be loaded. */
  failed?: string
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage: () => unknown }
  /** Address of the next page, for visitors without JavaScript. */
  href?: string | undefined
  /** Link to the beginning of a list that starts further on; it receives its class and text. */
  first?: ((look: { className: string; children: string }) => ReactNode) | false | undefined
}

/** A link to the next page; with JavaScript it appends that page to the list instead. */
export function LoadMore({ label = m.design_load_more(), failed = m.design_load_failed(), list, href, first }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const more = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    if (!isFetchingNextPage) fetchNextPage()
  }
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
      {isFetchNextPageError && (
        <p role="alert" className="font-semibold text-danger-text">
          {failed}
        </p>
      )}
      {first ? first({ className: buttonClass({ tone: 'quiet' }), children: m.design_first_page() }) : null}
    </div>
  )
}
