import type { Ref } from 'react'

declare const checked: unique symbol

/** HTML that the server rendered from Markdown and sanitized when the text was saved. */
export type SafeHtml = string & { readonly [checked]: true }

/** Use it only for contract fields named `...Html`, which the server sanitizes when it saves them. */
export const serverHtml = (html: string) => html as SafeHtml

/** The only place that inserts raw HTML into a page. */
export function SafeHtmlBlock({ html, className }: { html: SafeHtml; className?: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}

/**
 * Keeps the HTML that the server rendered in an element: during hydration React neither sets nor compares
 * `dangerouslySetInnerHTML`.
 */
export function KeptHtmlBlock({ ref }: { ref: Ref<HTMLDivElement> }) {
  return <div ref={ref} className="empty:hidden" dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
}
