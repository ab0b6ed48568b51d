import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })

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
    a: (tagName, attribs) => ({ tagName, attribs: { href: attribs.href ?? '', rel: 'nofollow ugc noopener' } }),
  },
}

/** People's Markdown as safe HTML: no raw HTML, links only to http, https and mailto. Made once, when it is written. */
export function renderMarkdown(text: string): string {
  return text ? sanitizeHtml(markdown.render(text), allowed) : ''
}
