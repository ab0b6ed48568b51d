const spokenAfterMs = 100
let voice: HTMLElement | undefined

/** After a change of page without a load: the keyboard goes on in its content, and the new title is read out. */
export function arrive(): void {
  const [main, focused] = [document.getElementById('main'), document.activeElement]
  // What the page itself has focused, a field that is being typed into, and a dialog keep it.
  const isKept = main?.contains(focused) || focused?.matches('input, textarea, select, dialog *') || window.location.hash
  if (!isKept) main?.focus({ preventScroll: true })
  const says = voiceOf()
  says.textContent = ''
  setTimeout(() => {
    says.textContent = document.title
  }, spokenAfterMs)
}

/** Out of sight and out of the page's own text: in a tree of its own. */
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
