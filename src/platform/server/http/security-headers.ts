import { createHash } from 'node:crypto'
import type { ThirdParties } from '../../third-parties.ts'

/** On every answer: pages, API, pictures, streams and errors. */
export function securityHeaders(isPublic: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...(isPublic ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** For everything that is not a page: nothing may run or load. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * A page's content security policy. Only our own files and the inline scripts that the renderer itself marked with this
 * request's nonce may run; those are allowed by hash and the nonce is taken out again, so that a cached page stays valid
 * and a script that got in through content has no way to run. Of other sites only what is configured is added: the script
 * of the analytics and where it sends; advertising and donations stand in frames of ours that may do nothing else.
 */
export function sealPage(html: string, { nonce, thirdParties }: { nonce: string; thirdParties: ThirdParties }): { html: string; policy: string } {
  const { analytics, donate, ads } = thirdParties
  const hashes = new Set<string>()
  for (const [, body] of html.matchAll(new RegExp(`<script[^>]*\\snonce="${nonce}"[^>]*>([\\s\\S]*?)</script>`, 'g'))) {
    if (body) hashes.add(`'sha256-${createHash('sha256').update(body).digest('base64')}'`)
  }
  return {
    html: html.replaceAll(` nonce="${nonce}"`, '').replaceAll(nonce, ''),
    policy: [
      "default-src 'none'",
      ["script-src 'self'", ...hashes, ...(analytics ? [analytics.script] : [])].join(' '),
      "style-src 'self'",
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      ["connect-src 'self'", ...(analytics ? [new URL(analytics.script).origin] : [])].join(' '),
      ...(ads || donate?.isScript ? ["frame-src 'self'"] : []),
      "manifest-src 'self'",
      "worker-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
    ].join('; '),
  }
}
