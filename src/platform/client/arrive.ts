const spokenAfterMs = 100
let voice: HTMLElement | undefined

/** After client-side navigation: moves the focus into the page's content and announces the new title to screen readers. */
export function arrive(): void {
  const [main, focused] = [document.getElementById('main'), document.activeElement]
  // Keeps the focus if it is already in the content, in a form field or in a dialog, or if the address has a hash.
  const isKept = main?.contains(focused) || focused?.matches('input, textarea, select, dialog *') || window.location.hash
  if (!isKept) main?.focus({ preventScroll: true })
  const says = voiceOf()
  says.textContent = ''
  setTimeout(() => {
    says.textContent = document.title
  }, spokenAfterMs)
}

/** The live region is in a shadow root, so it is invisible and not part of the page's own text. */
function voiceOf(): HTMLElement {
  if (voice) return voice
  const host = document.createElement('div')
  host.className = 'sr-only'
  voice = document.createElement('p')
  voice.ariaLive = 'polite'
  host.attachShadow({ mode: 'closed' }).append(voice)
  document.body.append(host)
  return voice
}
