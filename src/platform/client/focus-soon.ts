/**
 * Remembers where the keyboard is. The function returned says whether it has gone elsewhere since: whoever does something
 * else by now is not fetched back. In the page's content as a whole nobody does anything: the change of page has put it there.
 */
export function watchKeyboard(): () => boolean {
  const before = document.activeElement
  return () => document.activeElement !== before && !document.activeElement?.matches('body, #main')
}

/** Moves the keyboard once what was just changed shows, for whoever waits for it. */
export function focusSoon(focus: () => void): void {
  const hasGoneOn = watchKeyboard()
  requestAnimationFrame(() => {
    if (!hasGoneOn()) focus()
  })
}
