import axe from 'axe-core'
import type { Page } from 'playwright-core'

// Scripts of a page that stays open are evaluated once. Stylesheets are preloaded for no rule that is on; media are.
const options = { resultTypes: ['violations'], preload: { assets: ['media'] } } satisfies axe.RunOptions

/** The rules of accessibility that a page, or the part at this selector, breaks, each with the first element that does. */
export async function accessibilityProblems(page: Page, part?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ part: selector, options: given }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(selector ?? document, given)
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
    },
    { part, options },
  )
}
