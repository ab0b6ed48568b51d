import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { m } from '#messages'
import type { ThirdPartyConfig } from '#platform/server/third-party-settings.ts'
import { adSlots } from '#platform/third-parties.ts'
import type { Env } from './parts.ts'

/**
 * Pages with a script of another site, to be shown in a frame. The policy sandboxes them, even when they are opened directly: they have an opaque
 * origin, without our cookies, our storage or access to the parent page. Within the sandbox the scripts may load and run other code.
 */
export function addThirdPartyFrames(app: Hono<Env>, { ads, donateScript }: ThirdPartyConfig): void {
  if (ads)
    app.get('/ads/frame', (c) => {
      const slot = adSlots.find((name) => name === c.req.query('slot'))
      const unit = slot && ads.units[slot]
      if (!unit) return c.json({ code: 'NOT_FOUND', message: 'Not found.', status: 404, data: null }, 404)
      const nonce = randomBytes(16).toString('base64url')
      return c.body(adPage({ ...ads, unit, nonce }), 200, frameHeaders({ script: ads.script, nonce, sandbox: '' }))
    })
  if (donateScript)
    app.get('/donate/frame', (c) => {
      const nonce = randomBytes(16).toString('base64url')
      return c.body(donatePage({ script: donateScript, nonce }), 200, frameHeaders({ script: donateScript, nonce, sandbox: ' allow-forms' }))
    })
}

function frameHeaders({ script, nonce, sandbox }: { script: string; nonce: string; sandbox: string }): Record<string, string> {
  const any = `https: ${new URL(script).origin}`
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-frame-options': 'SAMEORIGIN',
    'x-robots-tag': 'noindex',
    'content-security-policy': [
      `sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox${sandbox}`,
      "default-src 'none'",
      // Advertising scripts load other scripts and evaluate code; the sandbox keeps everything of ours out of their reach.
      `script-src 'nonce-${nonce}' 'strict-dynamic' 'unsafe-eval'`,
      `style-src 'unsafe-inline' ${any}`,
      `img-src data: ${any}`,
      `font-src data: ${any}`,
      `media-src ${any}`,
      `connect-src ${any}`,
      `frame-src ${any}`,
      `form-action ${any}`,
      "frame-ancestors 'self'",
      "base-uri 'none'",
      "object-src 'none'",
    ].join('; '),
  }
}

type AdPage = { script: string; clientId: string; unit: string; nonce: string }

/** A unit of AdSense. The frame posts to the page whether the unit was filled, and nothing else. */
const adPage = ({ script, clientId, unit, nonce }: AdPage) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(m.consent_ad_label())}</title>
<style>html,body{margin:0;height:100%;overflow:hidden}ins{display:block;width:100vw;height:100vh}</style></head>
<body><ins class="adsbygoogle" data-ad-client="${escaped(clientId)}" data-ad-slot="${escaped(unit)}"></ins>
<script nonce="${nonce}">
const unit = document.querySelector('ins')
const report = (state) => parent.postMessage({ holdoutAd: state }, '*')
new MutationObserver(() => unit.dataset.adStatus && report(unit.dataset.adStatus)).observe(unit, { attributes: true })
const script = document.createElement('script')
script.async = true
script.src = ${inScript(`${script}?client=${encodeURIComponent(clientId)}`)}
script.onerror = () => report('failed')
document.head.append(script)
;(window.adsbygoogle = window.adsbygoogle || []).push({})
</script></body></html>
`

const donatePage = ({ script, nonce }: { script: string; nonce: string }) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(m.consent_donate())}</title><base target="_blank">
<style>html{color-scheme:light;background:#fff;color:#111}body{margin:0;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif}</style></head>
<body><noscript>${escaped(m.consent_donate_no_script())}</noscript><p id="failed" hidden>${escaped(m.consent_donate_failed({ host: new URL(script).host }))}</p>
<script nonce="${nonce}">addEventListener('error', ({ target }) => { if (target instanceof HTMLScriptElement) failed.hidden = false }, true)</script>
<script nonce="${nonce}" src="${escaped(script)}"></script></body></html>
`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const inScript = (text: string) => JSON.stringify(text).replaceAll('<', '\\u003c')
