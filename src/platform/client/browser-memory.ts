/** The names under which visits are saved begin with this. They tell what somebody has joined, so `forgetVisits` removes them at sign-out. */
export const visitName = 'visit'

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
export const forgetAll = (personId: string): void => forget((name) => name.startsWith(nameOf('')) && name.includes(personId))

/** Removes the visits of everybody who was signed in here. */
export const forgetVisits = (): void => forget((name) => name.startsWith(nameOf(visitName)))

function forget(isMeant: (name: string) => boolean): void {
  try {
    for (const name of Object.keys(localStorage).filter(isMeant)) localStorage.removeItem(name)
  } catch {
    // The storage is disabled.
  }
}
