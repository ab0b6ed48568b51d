import type { Page } from 'playwright-core'

/**
 * Writes down, on each page that comes, what is marked as what a link leads to. The mark goes after three seconds, which a
 * loaded machine may let pass between two looks.
 */
export async function noteMarks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const marks: string[] = []
    Object.assign(window, { marks })
    new MutationObserver((changes) => {
      for (const { target, oldValue } of changes) if (target instanceof Element) marks.push(`${target.id} ${oldValue === null ? 'on' : 'off'}`)
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-linked'], attributeOldValue: true })
  })
}

/** Waits until this has been marked (`on`), or is so no longer (`off`). */
export async function untilMark(page: Page, mark: `${string} ${'on' | 'off'}`): Promise<void> {
  await page.waitForFunction((wanted) => Reflect.get(window, 'marks').includes(wanted), mark)
}
