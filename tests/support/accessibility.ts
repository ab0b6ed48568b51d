import axe from 'axe-core'
import type { Page } from 'playwright-core'

// axe is evaluated once in each page. No enabled rule needs preloaded stylesheets, so only media are preloaded.
const options = { resultTypes: ['violations'], preload: { assets: ['media'] } } satisfies axe.RunOptions

/** The accessibility rules that the page (or the part at this selector) violates, each with the first element that violates it. */
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
