import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

// No table tag is allowed in the result, and a table of two kilobytes would make half a megabyte of HTML to sanitize.
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable('table')
// An address of a person is linked only by who writes it as a link.
markdown.linkify.set({ fuzzyEmail: false })
// Pictures are uploaded, not fetched from elsewhere: of one that is written here its words stay.
markdown.renderer.rules.image = (tokens, at) => markdown.utils.escapeHtml(tokens[at]?.content.trim() || String(tokens[at]?.attrGet('src') ?? ''))

const rel = 'nofollow ugc noopener'
const withoutAddress = new RegExp(`<a rel="${rel}">(.*?)</a>`, 'gs')
const withoutWords = new RegExp(`(<a href="([^"]*)" rel="${rel}">)\\s*</a>`, 'g')

/** More than this many times its text is HTML that somebody tries to make large. */
const growth = { times: 10, from: 4_000 }

const allowed: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 's', 'blockquote', 'code', 'pre', 'hr', 'a'],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    // A page has its own first and second headings.
    h1: 'h3',
    h2: 'h3',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, attribs) => ({ tagName, attribs: { ...(attribs.href ? { href: attribs.href } : {}), rel } }),
  },
}

/**
 * People's Markdown as safe HTML: no raw HTML, no pictures, links only to http, https and mailto, each with an address and
 * words. Made once, when it is written. What would grow out of all proportion stays plain text.
 */
export function renderMarkdown(text: string): string {
  if (!text) return ''
  const longest = growth.from + growth.times * text.length
  const rendered = markdown.render(text)
  // Sanitizing costs more than rendering, so what has grown too large is not sanitized at all.
  const html = rendered.length > longest ? null : sanitizeHtml(rendered, allowed).replace(withoutAddress, '$1').replace(withoutWords, '$1$2</a>')
  if (html !== null && html.length <= longest) return html
  return `<p>${markdown.utils.escapeHtml(text).replaceAll('\n', '<br />')}</p>\n`
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The words of what `renderMarkdown` made, without its marks, cut at a word where it has more than so many letters. */
export function plainText(html: string, longest: number): string {
  const text = html
    .replace(/<(br|\/p|\/li|\/h\d|\/pre|\/blockquote)\b[^>]*>\s*/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_whole, name: string) => entities[name] ?? '')
    .trim()
  const letters = [...text]
  if (letters.length <= longest) return text
  const cut = letters.slice(0, longest).join('')
  return `${cut.replace(/\s+\S*$/, '') || cut}…`
}
