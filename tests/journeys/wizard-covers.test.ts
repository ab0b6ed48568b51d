import { afterAll, expect, test } from 'vitest'
import { accessibilityProblems } from '#tests/support/accessibility.ts'
import { isFull } from '#tests/support/figures.ts'
import { anImageService } from '#tests/support/image-service.ts'
import { aLargePhoto, anAnimation, aPicture } from '#tests/support/pictures.ts'
import { ownProduct } from '#tests/support/the-product.ts'
import { back, createPage, fillFour, give, heading, keptText, next, openWizard, someone, titled } from '#tests/support/wizard.ts'

const images = await anImageService(await aPicture(896, 512))
// A product of its own, because it generates covers with this image service.
const product = ownProduct(images.env)
afterAll(images.stop)

test('a cover is dropped, pasted or chosen, shows its progress, and can be cancelled and tried again', async () => {
  const { page, context, problems } = await someone(product, 'Cora Cover')
  await openWizard(page, createPage(product))
  await fillFour(page, titled('Covers of all kinds'))
  const png = await aPicture(1600, 900)

  await give(page, 'drop', { bytes: Buffer.from('words'), name: 'a.txt', type: 'text/plain' })
  await page.getByText('Please drop an image file').waitFor()
  await give(page, 'drop', { bytes: Buffer.from('GIF89a'), name: 'a.gif', type: 'image/gif' })
  await page.getByText('Please upload a PNG, JPG, JPEG, or WebP image').waitFor()
  await give(page, 'drop', { bytes: Buffer.alloc(4_194_304), name: 'a.png', type: 'image/png' })
  await page.getByText('File size must be less than 4MB').waitFor()

  await give(page, 'drop', { bytes: png, name: 'a.png', type: 'image/png' })
  await page.getByText('Cover image set').waitFor({ state: 'attached' })
  const shown = () => page.locator('fieldset picture img').getAttribute('src')
  await expect.poll(shown).toMatch(/^\/media\/.*-1200\.jpg$/)
  const first = await shown()
  expect(await page.locator('fieldset picture source[type="image/avif"]').count()).toBe(1)

  // Slow enough that the upload's progress is visible and the upload can be cancelled.
  const network = await context.newCDPSession(page)
  const throttle = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput })
  const photo = await aLargePhoto()
  expect(photo.length).toBeGreaterThan(4_194_304)
  await network.send('Network.enable')
  await throttle(100_000)
  await give(page, 'paste', { bytes: photo, name: 'b.jpg', type: 'image/jpeg' })
  const bar = page.getByRole('progressbar', { name: 'Uploading...' })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow').catch(() => 0))).toBeGreaterThan(5)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await bar.waitFor({ state: 'detached' })
  expect(await shown()).toBe(first)
  await throttle(-1)
  await give(page, 'paste', { bytes: await anAnimation(), name: 'b.webp', type: 'image/webp' })
  await page.getByText("Animated images can't be used. Choose a still one.").waitFor()
  await give(page, 'paste', { bytes: photo, name: 'b.jpg', type: 'image/jpeg' })
  await expect.poll(shown).toMatch(/-1200\.jpg$/)
  await expect.poll(shown).not.toBe(first)

  // After a lost connection the same file is uploaded again with the same idempotency key.
  const keys: string[] = []
  let isCut = true
  await page.route('**/api/v1/media', async (route) => {
    keys.push((await route.request().headerValue('idempotency-key')) ?? '')
    if (isCut) await route.abort('connectionreset')
    else await route.continue()
  })
  await page.locator('input[type=file]').setInputFiles({ name: 'c.png', mimeType: 'image/png', buffer: await aPicture(900, 507) })
  await page.getByText('Failed to upload image. Please try again.').waitFor()
  isCut = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(shown).toMatch(/-900\.jpg$/)
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(2)
  await page.unroute('**/api/v1/media')

  await page.getByRole('button', { name: 'Remove' }).click()
  await page.locator('fieldset picture').waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
})

test('a cover is generated and marked as such, can be cancelled, and a refusal gives a solution', async () => {
  const { page, context, problems } = await someone(product, 'Gene Rated')
  await openWizard(page, createPage(product))
  await fillFour(page, titled('Drawn by a model'))
  const button = page.getByRole('button', { name: 'Generate with AI' })
  images.respondWith('server error')
  await button.click()
  await page.getByText('Failed to generate image. Please make sure you have an OpenAI API key configured or upload an image instead.').waitFor()
  images.respondWith('prompt refused')
  await button.click()
  await page.getByText('The image service declined to generate an image for this title.').waitFor()
  images.respondWith('none')
  const asked = images.requests.length
  await button.click()
  await page.getByText('Generating an image.').waitFor()
  await expect.poll(() => images.requests.length).toBe(asked + 1)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Generating an image.').waitFor({ state: 'detached' })
  await expect.poll(() => images.requests.at(-1)?.wasCancelled).toBe(true)
  images.respondWith('picture')
  await button.click()
  await page.getByText('This image was generated by AI.').waitFor({ state: 'attached' })
  await next(page).click()
  await page.getByRole('button', { name: 'Publish Campaign' }).click()
  await page.getByRole('button', { name: 'Joined' }).first().waitFor()
  await page.getByText('This image was generated by AI.').waitFor({ state: 'attached' })
  await expect.poll(() => keptText(page)).toBe('')
  expect(problems).toEqual([])
  await context.close()
})

test.each([{ width: 360, dark: true }, ...(isFull ? [{ width: 1440, dark: false }] : [])])(
  'each step fits and is accessible at $width px (dark: $dark), with everything open',
  async (screen) => {
    const { page, context, problems } = await someone(product, 'Alma Accessible', screen)
    async function look(what: string) {
      expect(await accessibilityProblems(page), what).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
    }
    await openWizard(page, createPage(product))
    await page.getByRole('button', { name: 'Add a new target' }).click()
    await look('new target')
    await page.keyboard.press('Escape')
    await fillFour(page, titled('Seen by everybody'))
    await look('cover')
    images.respondWith('server error')
    await page.getByRole('button', { name: 'Generate with AI' }).click()
    await page.getByText('Failed to generate image.').waitFor()
    await look('cover failed')
    images.respondWith('none')
    await page.getByRole('button', { name: 'Generate with AI' }).click()
    await page.getByText('Generating an image.').waitFor()
    await look('cover under way')
    await page.getByRole('button', { name: 'Cancel' }).click()
    images.respondWith('picture')
    await page.getByRole('button', { name: 'Generate with AI' }).click()
    await page.getByText('This image was generated by AI.').waitFor({ state: 'attached' })
    await look('cover set')
    await back(page).click()
    await look('impact')
    await back(page).click()
    await page.getByRole('button', { name: 'Add action' }).click()
    await page.getByRole('button', { name: 'Add alternative' }).click()
    await look('actions')
    await back(page).click()
    await look('story')
    for (let step = 2; step < 6; step++) await next(page).click()
    await heading(page, 'Review and publish')
    await look('review')
    expect(problems).toEqual([])
    await context.close()
  },
)
