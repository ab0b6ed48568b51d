import { isId } from '../id.ts'
import { cursorLength, searchLength } from '../terms.ts'

/**
 * Parses a query into text values as a form sends them, without control characters. A repeated name becomes one comma-separated
 * list.
 */
export function parseSearch(text: string): Record<string, string> {
  const read = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(read.keys())].map((name) => [
      name,
      read
        .getAll(name)
        .join(',')
        .replace(/\p{Cc}+/gu, ' '),
    ]),
  )
}

/** Encodes a query exactly as browsers encode a form, so that server and browser agree on every address. */
export function stringifySearch(search: Record<string, unknown>): string {
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value !== undefined && value !== null) written.set(name, String(value))
  const text = written.toString()
  return text === '' ? '' : `?${text}`
}

/** Picks the named texts from a query without interpreting them; the page's loader does that. */
export const textsOf =
  <Name extends string>(...names: Name[]) =>
  (given: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, textOf(given[name])])) as { [name in Name]?: string | undefined }

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Reads values from an untrusted query. A value of another type counts as missing, and texts and cursors are cut to what the API accepts. */
export function readerOf(given: Record<string, unknown>) {
  const text = (name: string) => textOf(given[name])?.trim() ?? ''
  const id = (name: string) => {
    const found = text(name).toLowerCase()
    return isId(found) ? found : undefined
  }
  const short = (name: string) => [...text(name)].slice(0, searchLength).join('') || undefined
  const cursor = (name = 'cursor') => text(name).slice(0, cursorLength) || undefined
  return { text, id, short, cursor }
}
