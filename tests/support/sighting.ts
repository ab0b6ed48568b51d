import type { Page } from 'playwright-core'
import { eventually } from './load.ts'

/**
 * Watches this page and the next ones for an element that is removed again after seconds. The page itself reports the element at once:
 * polling might miss it on a machine that pauses, or after a navigation. Resolves with a function that waits for the element.
 */
export async function sighting(page: Page, { selector, text = '' }: { selector: string; text?: string }): Promise<() => Promise<unknown>> {
  const sought = { selector, text, name: `sighting-${crypto.randomUUID()}` }
  let isSeen = false
  await page.exposeFunction(sought.name, () => {
    isSeen = true
  })
  await page.addInitScript(watch, sought)
  await page.evaluate(watch, sought)
  return () => eventually(`${selector} ${text}`, () => isSeen)
}

/** Runs in the page. */
function watch({ selector, text, name }: { selector: string; text: string; name: string }): void {
  const watching = new MutationObserver(() => {
    if (![...document.querySelectorAll(selector)].some((element) => element.textContent?.includes(text))) return
    watching.disconnect()
    Reflect.get(window, name)()
  })
  watching.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
}
