import { existsSync } from 'node:fs'
import { type Browser, type CDPSession, chromium } from 'playwright-core'
import { z } from 'zod'
import { CannotRun, median, pause } from './measure.ts'
import { openSite, publishMany } from './site.ts'
import { atMost, type Reference, type Row, reported, type Section } from './table.ts'

const visits = 5
const settleMs = 2_000
const bytesPerSecond = 1_600_000 / 8
const slow = { offline: false, latency: 150, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond / 2 }

type Bytes = { scripts: number; scriptBodies: number; styles: number; fonts: number; document: number }
const Seen = z.object({ shift: z.number(), largest: z.number(), first: z.number(), blocked: z.number() })
type Visit = z.infer<typeof Seen> & Bytes

/** Measures a campaign page in a browser with an empty cache, on a slow network and a slow processor. */
export async function firstVisit(): Promise<Omit<Section, 'name' | 'failure'>> {
  const executablePath = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  )
  if (!executablePath) throw new CannotRun('Chromium is missing; install it or name it with CHROMIUM')
  const site = await openSite()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const [creator = ''] = await site.people(1)
    const campaigns = await publishMany(site, creator, 8)
    const address = `${site.origin}/campaigns/${campaigns[0]?.slug}`
    await visit(browser, address, false)
    const whole: Visit[] = []
    const still: Visit[] = []
    for (let n = 0; n < visits; n++) {
      whole.push(await visit(browser, address, false))
      still.push(await visit(browser, address, true))
    }
    const of = (key: keyof Visit) => median(whole.map((one) => one[key]))
    const comparedWith = (key: keyof Visit): Reference => ({ what: 'same page, scripts blocked', value: median(still.map((one) => one[key])) })
    const limited = (figure: string, key: keyof Visit, unit: string, most: number): Row => ({
      ...atMost(figure, of(key), unit, most, comparedWith(key)),
      ratio: null,
    })
    return {
      notes: [
        `Chromium ${browser.version()}, empty cache, 1.6 Mbit/s, 150 ms round trip, processor slowed 4 times, ${visits} visits, medians. Bytes are what the line carried, compressed, headers included.`,
      ],
      rows: [
        atMost('JavaScript, as brotli', of('scriptBodies'), 'kB', 150),
        reported('JavaScript on the line, headers included', of('scripts'), 'kB'),
        atMost('CSS', of('styles'), 'kB', 20),
        reported('fonts', of('fonts'), 'kB'),
        reported('HTML', of('document'), 'kB'),
        limited('layout shift', 'shift', '', 0),
        reported('first contentful paint', of('first'), 'ms', comparedWith('first')),
        limited('largest contentful paint', 'largest', 'ms', 1_500),
        limited('total blocking time', 'blocked', 'ms', 150),
      ],
    }
  } finally {
    await browser.close()
    await site.close()
  }
}

async function visit(browser: Browser, address: string, isStill: boolean): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    const line = await context.newCDPSession(page)
    const bytes = await countBytes(line)
    if (isStill) await line.send('Network.setBlockedURLs', { urls: ['*.js'] })
    await line.send('Network.emulateNetworkConditions', slow)
    await line.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(observe)
    await page.goto(address, { waitUntil: 'load', timeout: 60_000 })
    await pause(settleMs)
    const seen = Seen.parse(await page.evaluate('window.holdoutBench()'))
    return { ...seen, ...bytes }
  } finally {
    await context.close()
  }
}

/** Adds up the bytes received, in kB by kind of file; the returned object fills while the page loads. */
async function countBytes(line: CDPSession): Promise<Bytes> {
  const bytes: Bytes = { scripts: 0, scriptBodies: 0, styles: 0, fonts: 0, document: 0 }
  const kinds = new Map<string, Kind>()
  line.on('Network.responseReceived', ({ requestId, response }) => {
    const kind = kindOf(response.mimeType)
    if (kind) kinds.set(requestId, kind)
  })
  line.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === 'scripts') bytes.scriptBodies += encodedDataLength / 1000
  })
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (kind) bytes[kind] += encodedDataLength / 1000
  })
  await line.send('Network.enable')
  return bytes
}

type Kind = Exclude<keyof Bytes, 'scriptBodies'>

function kindOf(type: string): Kind | null {
  if (type === 'text/javascript') return 'scripts'
  if (type === 'text/css') return 'styles'
  if (type === 'text/html') return 'document'
  return type.startsWith('font/') ? 'fonts' : null
}

// Runs in the page before any script of the product.
const observe = `
  let shift = 0, largest = 0, first = 0
  const tasks = []
  const watch = (type, each) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) shift += entry.value })
  watch('largest-contentful-paint', (entry) => { largest = entry.startTime })
  watch('paint', (entry) => { if (entry.name === 'first-contentful-paint') first = entry.startTime })
  watch('longtask', (entry) => tasks.push(entry))
  window.holdoutBench = () => ({
    shift, largest, first,
    blocked: tasks.filter((task) => task.startTime >= first).reduce((sum, task) => sum + Math.max(0, task.duration - 50), 0),
  })
`
