type Known = readonly [name: string, pattern: RegExp]

// In this order: most browsers also claim to be those that come later.
const browsers: readonly Known[] = [
  ['Samsung Internet', /SamsungBrowser\//],
  ['Opera', /OPR\/|OPiOS\//],
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Version\/[\d.]+.*Safari\//],
]
const systems: readonly Known[] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['ChromeOS', /CrOS/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux/],
]

/** What a browser says it is, in words that a person knows it by; null where it says nothing we know. */
export function deviceOf(userAgent: string | null): { browser: string | null; system: string | null } {
  const first = (known: readonly Known[]) => known.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0] ?? null
  return { browser: first(browsers), system: first(systems) }
}
