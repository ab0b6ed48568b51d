import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedRequest = { path: string; body: any; headers: Record<string, string | string[] | undefined>; at: number }

/** Tracks page views like Umami's script with automatic tracking off. */
const analytics = `
const { dataset, src } = document.currentScript
if (dataset.autoTrack !== 'false') fetch(new URL('/counted-by-itself', src), { mode: 'no-cors' })
window.umami = {
  track: (make) => fetch(new URL('/api/send', src), { method: 'POST', body: JSON.stringify({ ...make({ website: dataset.websiteId, url: location.href, title: document.title }), at: performance.now() }) }),
}`

/** Like AdSense's script, fills an ad unit or marks it as unfilled. Also reports what it can access. */
const advertising = `
const reach = (look) => { try { return String(look()) } catch (error) { return 'refused' } }
const reported = { cookie: reach(() => document.cookie), page: reach(() => parent.document.title), store: reach(() => localStorage.length), origin: self.origin }
for (const unit of document.querySelectorAll('ins.adsbygoogle')) {
  const { adClient: client, adSlot: slot } = unit.dataset
  fetch(new URL('/ads-said', document.querySelector('script[src]').src), { method: 'POST', body: JSON.stringify({ client, slot, ...reported }) })
  if (slot.startsWith('sold')) unit.innerHTML = '<div style="background:#063;color:#fff;height:100%">Buy this</div>'
  unit.dataset.adStatus = slot.startsWith('sold') ? 'filled' : 'unfilled'
}`

const donation = `
const button = document.createElement('button')
button.textContent = 'Give five'
document.currentScript.after(button)`

const scripts: Record<string, string> = { '/analytics.js': analytics, '/ads.js': advertising, '/donate.js': donation }

/** Another site that serves scripts, and records every request. */
export async function aThirdParty() {
  const asked: ReceivedRequest[] = []
  const broken = new Set<string>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const path = (request.url ?? '').split('?')[0] ?? ''
    asked.push({ path: request.url ?? '', body: body ? JSON.parse(body) : null, headers: request.headers, at: Date.now() })
    const script = broken.has(path) ? undefined : scripts[path]
    response.writeHead(broken.has(path) ? 500 : 200, {
      'access-control-allow-origin': '*',
      'content-type': script ? 'text/javascript' : 'text/plain',
      'cache-control': 'no-store',
    })
    response.end(script)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    asked,
    /** Paths that answer with an error. */
    broken,
    to: (path: string) => asked.filter((one) => one.path.split('?')[0] === path),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
