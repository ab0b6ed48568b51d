const reachable = '[tabindex], a[href], button, summary'

/**
 * For what takes a row out of a list: remembers who stands beside it. The function returned, called once the row is on its way out,
 * puts the keyboard there where it would else be lost.
 */
export function focusBeside(inRow: Element | null = document.activeElement): () => void {
  const row = inRow?.closest('li')
  const rows = [row?.nextElementSibling, row?.previousElementSibling, row?.parentElement?.closest('li, section, article')]
  const beside = rows.map((each) => each?.querySelector<HTMLElement>(reachable)).find((each) => each && !row?.contains(each))
  // A dialog that asked gives the keyboard back first.
  return () =>
    void requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) beside?.focus({ preventScroll: true })
      }),
    )
}
