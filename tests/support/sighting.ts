import type { Page } from 'playwright-core'

/**
 * Watches from now on, also on the next page, for what is taken away again after seconds: a machine that stops for as long
 * would else never show it to a test that looks. Resolves with the wait for it.
 */
export async function sighting(page: Page, { selector, text = '' }: { selector: string; text?: string }): Promise<() => Promise<unknown>> {
  const sought = { selector, text, name: `sighting-${crypto.randomUUID()}` }
  await page.addInitScript(watch, sought)
  await page.evaluate(watch, sought)
  return () => page.waitForFunction((name) => name in window, sought.name)
}

/** Runs in the page. */
function watch({ selector, text, name }: { selector: string; text: string; name: string }): void {
  const watching = new MutationObserver(() => {
    if (![...document.querySelectorAll(selector)].some((element) => element.textContent?.includes(text))) return
    Object.assign(window, { [name]: true })
    watching.disconnect()
  })
  watching.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
}
