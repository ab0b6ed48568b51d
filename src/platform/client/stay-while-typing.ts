import type { AnyRouter } from '@tanstack/react-router'

/**
 * What stands in for a page on its way hides the field that somebody searches in or filters by: the focus and what is typed
 * next would be lost. There the page stays as it is until the next answer has come.
 */
export function stayWhileTyping(router: AnyRouter, usualPendingMs: number): void {
  if (typeof document === 'undefined') return
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    const isTyping = !pathChanged && document.activeElement?.matches('main input[type=search], main form[method=get] :is(input, select)')
    router.options.defaultPendingMs = isTyping ? Number.POSITIVE_INFINITY : usualPendingMs
  })
}
