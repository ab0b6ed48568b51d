import type { Page } from 'playwright-core'
import { aVisit, hydrated, type Visit } from './browser.ts'
import { signedUp } from './members.ts'
import type { Served } from './shared-products.ts'

type Someone = Visit & { cookie: string; email: string; password: string }

/** A person who is signed in, in their own browser. */
export async function someone(product: Served, name: string, screen: { width?: number; dark?: boolean } = {}): Promise<Someone> {
  const account = await signedUp(product, name)
  return { ...(await aVisit({ ...screen, as: { cookie: account.cookie, origin: product.origin } })), ...account }
}

export const createPage = ({ origin }: { origin: string }) => `${origin}/campaigns/create`
/** A title that no other test uses. */
export const titled = (words: string) => `${words} ${Math.random().toString(36).slice(2, 10)}`

export const next = (page: Page) => page.getByRole('button', { name: 'Next' })
export const back = (page: Page) => page.getByRole('button', { name: 'Back', exact: true })
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name }).waitFor()
export const alertText = (page: Page) => page.getByRole('alertdialog').locator('p').textContent()

/** Opens the wizard, and waits until it can be used. */
export async function openWizard(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
  await page.getByText(/^Step \d of 6$/).waitFor()
}

/** Fills the required fields of steps 1 to 4, and stops at step 5. */
export async function fillFour(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a new target' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill(`Globex ${title.slice(-8)}`)
  await dialog.getByRole('button', { name: 'Add Target' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByLabel('Title').fill(title)
  await next(page).click()
  await page.getByLabel('Goal').fill('Pay every courier by the hour')
  await page.getByLabel('Why it matters').fill('Couriers are paid by the piece, so an hour in traffic is an hour for nothing. '.repeat(2))
  await page.getByRole('checkbox').first().check()
  await next(page).click()
  await page.getByLabel('Action 1').fill('Choose the post at the checkout')
  await page.getByLabel('Alternative 1').first().fill('The post')
  await next(page).click()
  await page.getByRole('button', { name: /Streaming/ }).click()
  await next(page).click()
  await heading(page, 'Cover image')
}

type Options = { bytes: Uint8Array; name: string; type: string }

/** Drops a file on the page or pastes it, as a browser does. */
export async function give(page: Page, how: 'drop' | 'paste', { bytes, name, type }: Options): Promise<void> {
  const data = await page.evaluateHandle(
    ([base64, fileName, fileType]) => {
      const transfer = new DataTransfer()
      const raw = Uint8Array.from(atob(base64 ?? ''), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([raw], fileName ?? '', { type: fileType ?? '' }))
      return transfer
    },
    [Buffer.from(bytes).toString('base64'), name, type],
  )
  if (how === 'drop') {
    const place = page.getByRole('group', { name: 'Cover image' })
    await place.dispatchEvent('dragover', { dataTransfer: data })
    await place.dispatchEvent('drop', { dataTransfer: data })
  } else
    await page.evaluate(
      (clipboardData) => void document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
      data,
    )
}

/** The wizard's data in the browser's storage, as text. */
export const keptText = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([name]) => name.startsWith('holdout.wizard'))
      .map(([, text]) => text)
      .join('\n'),
  )

/** Waits until the browser's storage contains this text; typing is saved with a delay. */
export const kept = (page: Page, text: string) =>
  page.waitForFunction((wanted) => Object.values(localStorage).some((each) => String(each).includes(wanted)), text)
