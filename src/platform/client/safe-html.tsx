import type { Ref } from 'react'

declare const checked: unique symbol

/** HTML that our server made from Markdown and cleaned when it was written. */
export type SafeHtml = string & { readonly [checked]: true }

/** Only for fields that the contract names `...Html`: those are cleaned at write, on the server. */
export const serverHtml = (html: string) => html as SafeHtml

/** The one place where HTML is put into a page as it is. */
export function SafeHtmlBlock({ html, className }: { html: SafeHtml; className?: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}

/** Takes an element over with what the server put into it: React sets no HTML while hydrating and looks at none. */
export function KeptHtmlBlock({ ref }: { ref: Ref<HTMLDivElement> }) {
  return <div ref={ref} className="empty:hidden" dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
}
