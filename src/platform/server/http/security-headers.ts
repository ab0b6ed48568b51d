import { createHash } from 'node:crypto'
import type { ThirdParties } from '../../third-parties.ts'

/** Headers of every response: pages, API, pictures, streams and errors. */
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

/** Policy of every response that is not a page: nothing may run or load. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * Builds a page's Content Security Policy. Only our own files and the inline scripts that the renderer marked
 * with this request's nonce may run. The scripts are allowed by hash and the nonce is removed, so that a cached
 * page stays valid and an injected script cannot run. Of third parties only the configured ones are allowed:
 * the analytics script and its endpoint; advertising and donations are in sandboxed frames of this site.
 */
export function setPageHeaders(html: string, { nonce, thirdParties }: { nonce: string; thirdParties: ThirdParties }): { html: string; policy: string } {
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
