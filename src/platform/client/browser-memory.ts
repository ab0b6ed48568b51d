/** The key under which `last-visit.ts` saves the last visit. */
export const lastVisitName = 'last-visit'

const nameOf = (name: string) => `holdout.${name}`

/** Reads a saved text; null if there is none or the browser's storage is unavailable. */
export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(nameOf(name))
  } catch {
    return null
  }
}

/** Saves a text, or removes it for null. If the storage is full or disabled, nothing is saved and no error is thrown. */
export function remember(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(nameOf(name))
    else localStorage.setItem(nameOf(name), text)
  } catch {
    // The storage is full or disabled.
  }
}

/** Removes everything that this site has saved for this person. */
export function forgetAll(personId: string): void {
  try {
    const own = Object.keys(localStorage).filter((name) => name.startsWith(nameOf('')) && name.includes(personId))
    for (const name of own) localStorage.removeItem(name)
  } catch {
    // The storage is disabled.
  }
}
