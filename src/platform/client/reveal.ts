import { highlight } from '../terms.ts'
import { watchKeyboard } from './focus-soon.ts'

const patienceMs = 2_000
/** Upper bound of the time counted between two frames, so that a stalled page does not use up `patienceMs`. */
const frameMs = 50

/**
 * Scrolls to the target of a link, below sticky headers, focuses it and highlights it for some seconds. Waits for a target
 * that is not rendered yet, and neither scrolls nor focuses if the user has moved the focus meanwhile. Returns a function that
 * cancels.
 */
export function reveal(id: string): () => void {
  const timers: ReturnType<typeof setTimeout>[] = []
  const hasMoved = watchKeyboard()
  let element: HTMLElement | null = null
  let [frame, waited, before] = [0, 0, performance.now()]

  function look() {
    const now = performance.now()
    waited += Math.min(now - before, frameMs)
    before = now
    element = document.getElementById(id)
    if (element) show(element)
    else if (waited < patienceMs) frame = requestAnimationFrame(look)
  }
  function show(found: HTMLElement) {
    const isTyping = document.activeElement?.matches('input, textarea, select')
    if (!isTyping && !hasMoved()) {
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
      found.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' })
      found.focus({ preventScroll: true })
    }
    timers.push(setTimeout(() => found.setAttribute('data-linked', ''), highlight.startMs))
    timers.push(setTimeout(() => found.removeAttribute('data-linked'), highlight.startMs + highlight.lastMs))
  }
  look()
  return () => {
    cancelAnimationFrame(frame)
    for (const timer of timers) clearTimeout(timer)
    element?.removeAttribute('data-linked')
  }
}
