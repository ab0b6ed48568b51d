const nameOf = (name: string) => `holdout.${name}`

/** What this browser keeps under a name; null for nothing, and where it keeps nothing at all. */
export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(nameOf(name))
  } catch {
    return null
  }
}

/** Keeps a text under a name; null forgets it. Where the storage is full or switched off, it lives as long as the page. */
export function remember(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(nameOf(name))
    else localStorage.setItem(nameOf(name), text)
  } catch {
    // Then nothing is kept.
  }
}

/** Forgets everything of ours that is kept for this person. */
export function forgetAll(personId: string): void {
  try {
    const own = Object.keys(localStorage).filter((name) => name.startsWith(nameOf('')) && name.includes(personId))
    for (const name of own) localStorage.removeItem(name)
  } catch {
    // Then nothing is kept.
  }
}
