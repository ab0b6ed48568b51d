import { afterAll, afterEach, beforeEach } from 'vitest'
import { openContexts } from './browser.ts'

/** The contexts that hooks of a file have opened for several of its tests. */
let before = new Set<unknown>()
beforeEach(async () => {
  before = new Set(await openContexts())
})

/**
 * After a failed test prints the content of each open page, since nothing else of a failure on another machine remains. Then closes the
 * contexts that the test opened.
 */
afterEach(async ({ task }) => {
  const contexts = await openContexts()
  if (task.result?.errors?.length) {
    for (const { stack, message } of task.result.errors) console.log(stack ?? message)
    for (const page of contexts.flatMap((context) => context.pages())) {
      const shown = await page
        .locator('body')
        .ariaSnapshot({ timeout: 5_000 })
        .catch((error: Error) => error.message)
      console.log(`${page.url()} showed:\n${shown.slice(0, 20_000)}`)
    }
  }
  await Promise.all(contexts.filter((context) => !before.has(context)).map((context) => context.close()))
})

afterAll(async () => {
  await Promise.all((await openContexts()).map((context) => context.close()))
})
