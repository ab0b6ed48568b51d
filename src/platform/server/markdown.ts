import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

// No table tag is allowed in the result. Reference definitions are off: a few characters could repeat a definition of any
// length any number of times.
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable(['table', 'reference'])
// An email address becomes a link only if its author writes it as a link.
markdown.linkify.set({ fuzzyEmail: false })
// An address ends before marks that close something around it, as on GitHub; one with a password is no link.
const { linkify: plainLinks } = new MarkdownIt()
for (const scheme of ['http:', 'https:'])
  markdown.linkify.add(scheme, {
    validate(text, at) {
      const rest = text.slice(at)
      const length = (plainLinks.matchAtStart(scheme + rest)?.raw.replace(/[*_~:]+$/, '').length ?? 0) - scheme.length
      return length <= 0 || /^[^\s/]*@/.test(rest.slice(length)) ? 0 : length
    },
  })
// Limits how far the parser searches for a closing bracket; otherwise each opening bracket reads to the end of the text.
const longestLabel = 600
const { parseLinkLabel } = markdown.helpers
markdown.helpers.parseLinkLabel = (state, start, isNestingOff) => {
  const end = state.posMax
  state.posMax = Math.min(end, start + longestLabel)
  try {
    return parseLinkLabel(state, start, isNestingOff)
  } finally {
    state.posMax = end
  }
}
// An image in Markdown is replaced by its text, or by its address if it has none: pictures are uploaded, never loaded from other sites.
markdown.renderer.rules.image = (tokens, at) => markdown.utils.escapeHtml(tokens[at]?.content.trim() || String(tokens[at]?.attrGet('src') ?? ''))

const rel = 'nofollow ugc noopener'
const withoutAddress = new RegExp(`<a rel="${rel}">(.*?)</a>`, 'gs')
const withoutWords = new RegExp(`(<a href="([^"]*)" rel="${rel}">)\\s*</a>`, 'g')

/**
 * Characters that can start a tag. Rendering time and output size grow with their number, and prose of 20,000 characters has a
 * few hundred.
 */
const marks = /[[*_`~<>#\n]|[-+.)] |[.@:/](?=\S)/g
export const mostMarks = 2_000
export const mostBrackets = 300

const allowed: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 's', 'blockquote', 'code', 'pre', 'hr', 'a'],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    // A page has its own first and second level headings.
    h1: 'h3',
    h2: 'h3',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, { href }) => {
      const address = href && linkAddress(href)
      return { tagName, attribs: { ...(address ? { href: address } : {}), rel } }
    },
  },
}

const host = /^(?:[^\s./?#:@%]|%[\da-f]{2})(?:[^\s/?#:@%]|%[\da-f]{2})*\.[a-z]{2,}(?::\d+)?(?=[/?#]|$)/i

/** The address of a link; null if it leads into this site or has a user name. Without a scheme it gets https if it begins with a host. */
function linkAddress(href: string): string | null {
  if (/^mailto:/i.test(href)) return href
  const address = host.test(href) ? `https://${href}` : href
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return null
  const { username, password } = new URL(address)
  return username || password ? null : address
}

/**
 * Renders people's Markdown as safe HTML: no raw HTML, no images, links only to http, https and mailto, never relative ones, each with an
 * address and text. Called once, when the text is saved. A text with more marks than anybody writes by hand stays plain text.
 */
export function renderMarkdown(text: string): string {
  if (!text) return ''
  const count = (mark: RegExp) => text.match(mark)?.length ?? 0
  if (count(marks) <= mostMarks && count(/\[/g) <= mostBrackets)
    return sanitizeHtml(markdown.render(text), allowed).replace(withoutAddress, '$1').replace(withoutWords, '$1$2</a>')
  return `<p>${markdown.utils.escapeHtml(text).replaceAll('\n', '<br />')}</p>\n`
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The plain text of HTML that `renderMarkdown` made, cut at a word boundary if it is longer than `longest` code points. */
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
