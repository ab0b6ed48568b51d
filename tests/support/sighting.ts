import type { Page } from 'playwright-core'
import { eventually } from './load.ts'

/**
 * Watches from now on, also on the next page, for what is taken away again after seconds: a machine that stops for as long
 * would else never show it to a test that looks. The page tells of it at once, for it may be left. Resolves with the wait for it.
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
