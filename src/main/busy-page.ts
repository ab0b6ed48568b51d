import { createHash } from 'node:crypto'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'
import { closedPolicy } from '#platform/server/http/security-headers.ts'

const style =
  'body{margin:0 auto;padding:15vh 1.25rem;max-width:36rem;font:1.125rem/1.5 system-ui,sans-serif;color-scheme:light dark;background:light-dark(#faf7f0,#16120f);color:light-dark(#1b1613,#f4ede2)}h1{margin:0;border-top:4px solid;padding-top:.75rem;font-size:2rem;line-height:1.1}'

/** Policy of the page: nothing may run or load but its own style. */
export const busyPolicy = `${closedPolicy}; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** Page for a reader whose request the site has no room for. It loads the page again after these seconds, also without JavaScript. */
export const busyPage = (seconds: number) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${seconds}"><title>${m.site_title({ page: m.site_busy_title(), name: brand.name })}</title><style>${style}</style></head>
<body><main><h1>${m.site_busy_title()}</h1><p>${m.site_busy_text()}</p></main></body></html>
`
