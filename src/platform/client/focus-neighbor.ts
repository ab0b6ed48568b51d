const reachable = '[tabindex], a[href], button, summary'

/**
 * For actions that remove a row from a list: remembers a focusable element in a neighbouring row or around the list. Call the
 * returned function when the row is being removed; it moves the focus there if the focus would otherwise be lost.
 */
export function focusNeighbor(inRow: Element | null = document.activeElement): () => void {
  const row = inRow?.closest('li')
  const rows = [row?.nextElementSibling, row?.previousElementSibling, row?.parentElement?.closest('li, section, article')]
  const neighbor = rows.map((each) => each?.querySelector<HTMLElement>(reachable)).find((each) => each && !row?.contains(each))
  // Waits two frames, because a confirmation dialog restores the focus first.
  return () =>
    void requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) neighbor?.focus({ preventScroll: true })
      }),
    )
}
