import type { AnyRouter } from '@tanstack/react-router'

/**
 * Keeps the page while only its search changes, for example to another filter or order. The pending view would replace the field
 * in use, lose its focus and the next keystrokes, and close an open dialog. The progress line shows that something is loading.
 */
export function keepPageWithinPath(router: AnyRouter, usualPendingMs: number): void {
  if (typeof document === 'undefined') return
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    router.options.defaultPendingMs = pathChanged ? usualPendingMs : Number.POSITIVE_INFINITY
  })
}
