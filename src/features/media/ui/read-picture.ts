import type { Picture } from '../contract.ts'

/** Validates a picture from an API answer or from the browser's storage. Returns null for anything else, and for absolute URLs. */
export function readPicture(value: unknown): Picture | null {
  const { id, url, srcSet, sources, width, height, placeholder, isGenerated }: { [field in keyof Picture]?: unknown } = Object(value)
  if (typeof id !== 'string' || id === '' || typeof url !== 'string' || !/^\/(?!\/)/.test(url)) return null
  if (typeof width !== 'number' || typeof height !== 'number') return null
  return {
    id,
    url,
    srcSet: text(srcSet),
    sources: list(sources).map(sourceOf),
    width,
    height,
    placeholder: text(placeholder),
    isGenerated: isGenerated === true,
  }
}

function sourceOf(value: unknown): Picture['sources'][number] {
  const { type, srcSet }: { type?: unknown; srcSet?: unknown } = Object(value)
  return { type: text(type), srcSet: text(srcSet) }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
