import { useSyncExternalStore } from 'react'
import { type Choices, choicesCookie, keptSeconds, type Purpose, readChoices, writeChoices } from '../policy.ts'

const listeners = new Set<() => void>()

const cookieText = () => new RegExp(`(?:^|; )${choicesCookie}=([\\w.-]*)`).exec(document.cookie)?.[1] ?? ''

/** The browser says for its person that nobody may share or sell what they do (Global Privacy Control): a no to everything. */
export const refusesAll = (): boolean => Object(navigator).globalPrivacyControl === true

/** What the reader of this page has chosen, also in another tab. */
export function useChoices(): { choices: Choices; may: (purpose: Purpose) => boolean } {
  const choices = readChoices(useSyncExternalStore(listen, cookieText))
  return { choices, may: (purpose) => choices[purpose] === true && !refusesAll() }
}

export function choose(purpose: Purpose, answer: boolean): void {
  const text = writeChoices({ ...readChoices(cookieText()), [purpose]: answer })
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers that we serve
  document.cookie = `${choicesCookie}=${text}; path=/; max-age=${keptSeconds}; samesite=lax${secure}`
  for (const tell of listeners) tell()
}

function listen(tell: () => void): () => void {
  listeners.add(tell)
  window.addEventListener('focus', tell)
  return () => {
    listeners.delete(tell)
    window.removeEventListener('focus', tell)
  }
}
