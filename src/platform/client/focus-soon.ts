/**
 * Remembers the focused element. The returned function returns true if the focus has moved elsewhere since, so that the user is
 * not interrupted. Focus on the body or #main does not count, because navigation puts it there.
 */
export function watchKeyboard(): () => boolean {
  const before = document.activeElement
  return () => document.activeElement !== before && !document.activeElement?.matches('body, #main')
}

/** Moves the focus in the next frame, when the change is rendered, unless the user has moved it meanwhile. */
export function focusSoon(focus: () => void): void {
  const hasMoved = watchKeyboard()
  requestAnimationFrame(() => {
    if (!hasMoved()) focus()
  })
}
