import { isId } from '../id.ts'

/** The query as plain text values, as a form sends it, without control characters; a repeated name is one list with commas. */
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

/** Encoded exactly as browsers encode a form, so that server and browser agree on every address. */
export function stringifySearch(search: Record<string, unknown>): string {
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value !== undefined && value !== null) written.set(name, String(value))
  const text = written.toString()
  return text === '' ? '' : `?${text}`
}

/** Takes the named texts out of a query as they came; what they mean is read where the page is loaded. */
export const textsOf =
  <Name extends string>(...names: Name[]) =>
  (given: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, textOf(given[name])])) as { [name in Name]?: string | undefined }

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Reads texts and ids out of a query that may hold anything; what is no text or no id is not there. */
export function readerOf(given: Record<string, unknown>) {
  const text = (name: string) => textOf(given[name])?.trim() ?? ''
  const id = (name: string) => {
    const found = text(name).toLowerCase()
    return isId(found) ? found : undefined
  }
  return { text, id }
}
