// Writes docs/pictures/campaign.png: a campaign's page on a dark phone and on a light wide screen.
import { join } from 'node:path'
import { aVisit, hydrated, theBrowser } from '#tests/support/browser.ts'
import { aFolder, remove, startProduct } from '#tests/support/product.ts'

const title = 'Pause Flickermoor until leaving takes as few clicks as joining'
const screens = [
  { width: 360, height: 740, dark: true },
  { width: 1100, height: 740, dark: false },
]

const dataDir = aFolder()
const product = await startProduct({ dataDir, env: { DEMO: 'on' } })
try {
  const pictures: string[] = []
  for (const screen of screens) {
    const { page, context } = await aVisit(screen)
    await page.goto(`${product.origin}/campaigns?q=Pause`)
    await page.getByRole('link', { name: title }).first().click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.reload()
    await hydrated(page)
    pictures.push((await page.screenshot()).toString('base64'))
    await context.close()
  }
  const { page, context } = await aVisit({ width: 1535, height: 790, isFirst: true })
  const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture}">`).join('')
  await page.setContent(`<body style="margin:0;background:#d9d2c5;display:flex;gap:25px;padding:25px;box-sizing:border-box">${images}`)
  await page.screenshot({ path: join(import.meta.dirname, '../docs/pictures/campaign.png') })
  await context.close()
} finally {
  await product.stop()
  await (await theBrowser()).close()
  remove(dataDir)
}
