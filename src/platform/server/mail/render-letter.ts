import { m } from '#messages'
import { brand } from '#platform/brand.ts'
import type { Letter, LetterItem } from './letter.ts'

export type Rendered = { subject: string; html: string; text: string; replyTo?: string | undefined; unsubscribe?: string | undefined }

/** Renders a letter as HTML that needs no images or style sheets, and as plain text. */
export function renderLetter(letter: Letter, site: string): Rendered {
  return { subject: oneLine(letter.subject), html: htmlOf(letter, site), text: textOf(letter, site), replyTo: letter.replyTo, unsubscribe: letter.unsubscribe }
}

/** Makes a text a single header line: line breaks and control characters, which could start another header, become spaces. */
export const oneLine = (text: string) => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
// Mail clients with dark mode use these colours; the others use the light ones in the style attributes.
const dark = `@media (prefers-color-scheme:dark){.page{background:#16120f!important}.card{background:#1f1a16!important;border-color:#55504a!important}
.ink{color:#faf7f0!important}.soft{color:#b9b1a5!important}}@media (max-width:480px){.card{padding:24px 20px!important}}`

function htmlOf(letter: Letter, site: string): string {
  const { subject, paragraphs, preheader = paragraphs[0] ?? '', quote, items = [], button, notes = [] } = letter
  const body = paragraphs.map(
    (text) => `<p class="ink" style="margin:0 0 16px;${font};font-size:16px;line-height:1.5;color:#16120f;white-space:pre-line">${escaped(text)}</p>`,
  )
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(oneLine(subject))}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}${dark}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#faf7f0">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escaped(preheader)}${'&#8199;&#847; '.repeat(60)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#faf7f0"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td style="padding:0 0 16px"><a class="ink" href="${escaped(site)}" style="${font};font-size:22px;font-weight:800;letter-spacing:-0.01em;color:#16120f;text-decoration:none">${escaped(brand.name)}</a></td></tr>
<tr><td class="card" style="background:#fffdf9;border:2px solid #16120f;border-radius:4px;padding:32px">
<h1 class="ink" style="margin:0 0 20px;${font};font-size:24px;line-height:1.25;font-weight:800;color:#16120f">${escaped(oneLine(subject))}</h1>
${body.join('\n')}
${quote ? htmlQuote(quote) : ''}
${items.map(htmlItem).join('\n')}
${button ? htmlButton(button) : ''}
${notes.map((text) => small(escaped(text))).join('\n')}
</td></tr>
<tr><td style="padding:20px 4px 0">${htmlFooter(letter, site)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

const small = (text: string) => `<p class="soft" style="margin:0 0 12px;${font};font-size:13px;line-height:1.5;color:#5c564e">${text}</p>`

const htmlQuote = (text: string) =>
  `<blockquote class="quote" style="margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid #cf3014"><p class="ink" style="margin:0;${font};font-size:16px;line-height:1.5;color:#16120f;white-space:pre-line">${escaped(text)}</p></blockquote>`

const htmlItem = ({ text, href, note }: LetterItem) =>
  `<p class="ink" style="margin:0 0 16px;${font};font-size:16px;line-height:1.5;color:#16120f"><a class="ink" href="${escaped(href)}" style="color:#16120f;font-weight:600">${escaped(text)}</a>${
    note ? `<br><span class="soft" style="font-size:14px;color:#5c564e">${escaped(note)}</span>` : ''
  }</p>`

function htmlFooter({ chosen }: Letter, site: string): string {
  if (!chosen)
    return footer(site)
      .map((line) => small(escaped(line)))
      .join('')
  const links = chosen.links.map(({ text, href }) => `<a class="soft" href="${escaped(href)}" style="color:#5c564e">${escaped(text)}</a>`)
  return [escaped(chosen.why), links.join(' &middot; '), escaped(`${brand.name} · ${brand.contact.general}`)].map(small).join('')
}

/** The button, followed by its address as text in case the button does not work. */
function htmlButton({ text, href }: { text: string; href: string }): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr><td style="border-radius:3px;background:#cf3014">
<a href="${escaped(href)}" style="display:inline-block;padding:14px 24px;${font};font-size:16px;font-weight:700;line-height:20px;color:#ffffff;text-decoration:none">${escaped(text)}</a>
</td></tr></table>
<p class="soft" style="margin:0 0 16px;${font};font-size:13px;line-height:1.5;color:#5c564e">${escaped(m.mail_copy_link())}<br><a class="soft" href="${escaped(href)}" style="color:#5c564e;word-break:break-all">${escaped(href)}</a></p>`
}

function textOf(letter: Letter, site: string): string {
  const { subject, paragraphs, quote, items = [], button, notes = [], chosen } = letter
  const parts = [
    oneLine(subject),
    ...paragraphs,
    ...(quote ? [quote.replace(/^/gm, '> ')] : []),
    ...items.map(({ text, href, note }) => [`* ${text}`, ...(note ? [`  ${note}`] : []), `  ${href}`].join('\n')),
    ...(button ? [`${button.text}:\n${button.href}`] : []),
    ...notes,
  ]
  const end = chosen ? [chosen.why, ...chosen.links.map(({ text, href }) => `${text}: ${href}`), `${brand.name}, ${brand.contact.general}`] : footer(site)
  return `${parts.join('\n\n')}\n\n-- \n${end.join('\n')}\n`
}

const footer = (site: string) => [m.mail_footer({ product: brand.name, site: new URL(site).host }), brand.contact.general]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
