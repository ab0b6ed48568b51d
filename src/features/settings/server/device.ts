type NamedPattern = readonly [name: string, pattern: RegExp]

// The order matters: most user agents also contain the names of browsers that come later in this list.
const browsers: readonly NamedPattern[] = [
  ['Samsung Internet', /SamsungBrowser\//],
  ['Opera', /OPR\/|OPiOS\//],
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Version\/[\d.]+.*Safari\//],
]
const systems: readonly NamedPattern[] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['ChromeOS', /CrOS/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux/],
]

/** Display names of the browser and the operating system of a user agent; null if unknown. */
export function deviceOf(userAgent: string | null): { browser: string | null; system: string | null } {
  const first = (known: readonly NamedPattern[]) => known.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0] ?? null
  return { browser: first(browsers), system: first(systems) }
}
