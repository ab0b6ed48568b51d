import { watchKeyboard } from './focus-soon.ts'

const patienceMs = 2_000
/** A page that stood still between two frames has not been waiting for longer than this. */
const frameMs = 50
const beginMs = 500
const lastMs = 3_000

/**
 * Brings what a link leads to into view, below whatever sticks to the top, and marks it for three seconds; the keyboard
 * goes on from there. What is only being drawn is waited for; whoever does something else by then stays there. Returns how
 * to call it off.
 */
export function reveal(id: string): () => void {
  const timers: ReturnType<typeof setTimeout>[] = []
  const hasGoneOn = watchKeyboard()
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
    if (!isTyping && !hasGoneOn()) {
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
      found.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' })
      found.focus({ preventScroll: true })
    }
    timers.push(setTimeout(() => found.setAttribute('data-linked', ''), beginMs))
    timers.push(setTimeout(() => found.removeAttribute('data-linked'), beginMs + lastMs))
  }
  look()
  return () => {
    cancelAnimationFrame(frame)
    for (const timer of timers) clearTimeout(timer)
    element?.removeAttribute('data-linked')
  }
}
