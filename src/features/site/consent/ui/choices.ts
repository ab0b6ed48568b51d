import { useSyncExternalStore } from 'react'
import { type Choices, choicesCookie, keptSeconds, type Purpose, readChoices, writeChoices } from '../policy.ts'

const listeners = new Set<() => void>()

const cookieText = () => new RegExp(`(?:^|; )${choicesCookie}=([\\w.-]*)`).exec(document.cookie)?.[1] ?? ''

/** True if the browser sends Global Privacy Control, which means no to all purposes. */
export const refusesAll = (): boolean => Object(navigator).globalPrivacyControl === true

/** The reader's choices, also those made in another tab. */
export function useChoices(): { choices: Choices; may: (purpose: Purpose) => boolean } {
  const choices = readChoices(useSyncExternalStore(listen, cookieText))
  return { choices, may: (purpose) => choices[purpose] === true && !refusesAll() }
}

export function choose(purpose: Purpose, answer: boolean): void {
  const text = writeChoices({ ...readChoices(cookieText()), [purpose]: answer })
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers that we serve
  document.cookie = `${choicesCookie}=${text}; path=/; max-age=${keptSeconds}; samesite=lax${secure}`
  for (const notify of listeners) notify()
}

function listen(notify: () => void): () => void {
  listeners.add(notify)
  window.addEventListener('focus', notify)
  return () => {
    listeners.delete(notify)
    window.removeEventListener('focus', notify)
  }
}
