import fc from 'fast-check'
import { expect, test } from 'vitest'
import { places, vectors } from '#tests/support/xss.ts'
import { renderMarkdown } from './markdown.ts'

const plainTags = 'p|br|h3|h4|ul|ol|li|strong|em|s|blockquote|code|pre|hr'
// The href is missing where an address may not be linked; the text stays.
const link = '<a(?: href="[^"<>]*")? rel="nofollow ugc noopener">'
/** Matches all allowed output: text without angle brackets, known tags without attributes, and links. */
const grammar = new RegExp(`^(?:[^<>]|</?(?:${plainTags}|a)>|<(?:br|hr) />|<ol start="-?\\d+">|${link})*$`)

/** Describes what is unsafe in this HTML, or returns null. */
function danger(html: string): string | null {
  if (!grammar.test(html)) return 'holds what no Markdown of ours makes'
  for (const [, address = ''] of html.matchAll(/<a href="([^"]*)"/g)) {
    const plain = decoded(address).replace(/[\u0000-\u0020]/g, '')
    if (/^\/\//.test(plain) || /^\\/.test(plain)) return `leads elsewhere: ${address}`
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(plain)?.[1]?.toLowerCase()
    if (scheme && !['http', 'https', 'mailto'].includes(scheme)) return `leads to ${scheme}:`
  }
  return null
}

/** Decodes an attribute as a browser does. */
const decoded = (address: string) =>
  address
    .replace(/&#x([0-9a-f]+);?/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);?/g, (_, digits: string) => String.fromCodePoint(Number(digits)))
    .replace(
      /&(amp|quot|lt|gt|colon|tab|newline);/gi,
      (_, name: string) => ({ amp: '&', quot: '"', lt: '<', gt: '>', colon: ':', tab: '\t', newline: '\n' })[name.toLowerCase()] ?? '',
    )

test('none of more than five hundred known attacks leaves a script, a handler or a script link', () => {
  const cases = vectors.flatMap((vector) => places.map((place) => place(vector)))
  expect(cases.length).toBeGreaterThan(500)
  expect(cases.flatMap((markdown) => danger(renderMarkdown(markdown)) ?? [])).toEqual([])
})

test('any combination of Markdown, HTML and attacks is rendered with known tags and safe links only', () => {
  const piece = fc.oneof(
    fc.constantFrom(...vectors),
    fc.constantFrom(
      '[',
      '](',
      ')',
      '![',
      '<',
      '>',
      '"',
      "'",
      '`',
      '```\n',
      '\n\n',
      '    ',
      '> ',
      '- ',
      '1. ',
      '***',
      '&',
      '&#',
      ';',
      '\\',
      '//',
      ':',
      '#',
      '|',
      '[1]: ',
    ),
    fc.constantFrom('javascript:', 'data:', 'https://a.example/', 'mailto:a@b.example', 'onerror=', 'style=', 'x.example', 'www.x.example'),
    fc.string({ maxLength: 8, unit: 'binary' }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const why = danger(renderMarkdown(pieces.join('')))
      if (why) throw new Error(why)
    }),
    { numRuns: 4_000 },
  )
})

test('the usual Markdown is rendered', () => {
  expect(renderMarkdown('# One\n\n**two** [three](https://a.example/?b=1&c="2") *four*\n\n- five\n\n> six\n\n3. seven')).toBe(
    '<h3>One</h3>\n<p><strong>two</strong> <a href="https://a.example/?b=1&amp;c=%222%22" rel="nofollow ugc noopener">three</a> <em>four</em></p>\n' +
      '<ul>\n<li>five</li>\n</ul>\n<blockquote>\n<p>six</p>\n</blockquote>\n<ol start="3">\n<li>seven</li>\n</ol>\n',
  )
})

test.each([
  ['![A closed shop](https://elsewhere.example/a.png)', '<p>A closed shop</p>'],
  ['![](https://elsewhere.example/a.png)', '<p>https://elsewhere.example/a.png</p>'],
  ['![<b>](x)', '<p>&lt;b&gt;</p>'],
  ['[nowhere]() and **[bold]()**', '<p>nowhere and <strong>bold</strong></p>'],
  ['[](https://elsewhere.example/)', '<p><a href="https://elsewhere.example/" rel="nofollow ugc noopener">https://elsewhere.example/</a></p>'],
  ['Write to ada@people.test', '<p>Write to ada@people.test</p>'],
  ['[Write](mailto:ada@people.test)', '<p><a href="mailto:ada@people.test" rel="nofollow ugc noopener">Write</a></p>'],
])('pictures, links without a URL, and email addresses outside links stay text: %s', (text, html) => {
  expect(renderMarkdown(text).trim()).toBe(html)
})

const linked = (address: string, text = address) => `<a href="${address}" rel="nofollow ugc noopener">${text}</a>`
test.each([
  ['[their words](www.example.org)', linked('https://www.example.org', 'their words')],
  ['[their words](example.org:8080/a?b#c)', linked('https://example.org:8080/a?b#c', 'their words')],
  ['[the rules](/rules), [below](#top), [that](../a)', 'the rules, below, that'],
  ['[a key](https://ada:secret@example.org/)', 'a key'],
  ['https://ada:secret@example.org/', 'https://ada:secret@example.org/'],
  ['https://example.org/a: yes', `${linked('https://example.org/a')}: yes`],
  ['_https://example.org/a_', `<em>${linked('https://example.org/a')}</em>`],
  ['~~see https://example.org/a~~', `<s>see ${linked('https://example.org/a')}</s>`],
  ['https://example.org/a_b_c/~me/@us', linked('https://example.org/a_b_c/~me/@us')],
])('a link leads where its reader expects, never into this site by accident, and ends before marks: %s', (text, html) => {
  expect(renderMarkdown(text).trim()).toBe(`<p>${html}</p>`)
})

test('HTML is at most ten times as long as its text plus a few kilobytes', () => {
  for (const text of ['a.co '.repeat(4_000), '> '.repeat(2_500), '- '.repeat(2_500), '*a*'.repeat(1_500), '&'.repeat(5_000), `${'1. '.repeat(1_500)}x`]) {
    const html = renderMarkdown(text)
    expect(danger(html)).toBeNull()
    expect(html.length).toBeLessThanOrEqual(4_000 + 10 * text.length)
  }
  expect(renderMarkdown('a.co '.repeat(4_000))).not.toContain('<a ')
})

test('a table stays text: two kilobytes do not become half a megabyte of HTML', () => {
  const table = `|${'a|'.repeat(400)}\n|${'-|'.repeat(400)}\n${'|a|\n'.repeat(160)}`
  const html = renderMarkdown(table)
  expect(danger(html)).toBeNull()
  expect(html.length).toBeLessThan(2 * table.length)
  expect(html).toContain('|a|')
})
