import type { Page } from 'playwright-core'

/**
 * Records on each page which elements are marked as the target of a link. A mark is removed after three seconds, which polling on a loaded
 * machine may miss.
 */
export async function recordMarks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const marks: string[] = []
    Object.assign(window, { marks })
    new MutationObserver((changes) => {
      for (const { target, oldValue } of changes) if (target instanceof Element) marks.push(`${target.id} ${oldValue === null ? 'on' : 'off'}`)
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-linked'], attributeOldValue: true })
  })
}

/** Waits until the element has been marked (`on`), or until its mark has been removed (`off`). */
export async function untilMark(page: Page, mark: `${string} ${'on' | 'off'}`): Promise<void> {
  await page.waitForFunction((wanted) => Reflect.get(window, 'marks').includes(wanted), mark)
}
