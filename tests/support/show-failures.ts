import { beforeEach } from 'vitest'
import { openPages } from './browser.ts'

/** What each open page showed when a test failed: of a failure on another machine nothing else is left. */
beforeEach(({ onTestFailed, task }) => {
  onTestFailed(async () => {
    for (const { stack, message } of task.result?.errors ?? []) console.log(stack ?? message)
    for (const page of openPages()) {
      const shown = await page
        .locator('body')
        .ariaSnapshot({ timeout: 5_000 })
        .catch((error: Error) => error.message)
      console.log(`${page.url()} showed:\n${shown.slice(0, 20_000)}`)
    }
  })
})
