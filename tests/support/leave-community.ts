import type { Locator, Page } from 'playwright-core'

/** Opens the menu that shows the reader's membership, and leaves the community. */
export async function leave(within: Page | Locator, name: string): Promise<void> {
  await within.getByLabel(new RegExp(`^(Member|Mod|Owner) of ${name}$`)).click()
  await within.getByRole('button', { name: `Leave ${name}`, exact: true }).click()
}
