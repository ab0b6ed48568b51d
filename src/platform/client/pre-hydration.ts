// Delete this file, and its tests, once React keeps text that was typed before hydration and replays clicks on parts whose code loads later.
import { createIsomorphicFn } from '@tanstack/react-start'

/** The last input to a field or button that React had not hydrated yet. */
type RecordedInput = { type: string; value: string; isOn: boolean; selectionStart: number | null; selectionEnd: number | null }
type PreHydrationState = { acts: Map<Element, RecordedInput>; isHydrated: (element: Element) => boolean; isComposing: boolean }

declare global {
  interface Window {
    preHydration?: PreHydrationState
  }
}

/**
 * Runs as an inline script in the head of each page, before anything can be used, so it must not reference outer variables. It
 * records input and clicks that React does not handle yet, and keeps the browser from submitting forms without an `action`,
 * which would leave the page. Forms with an `action` work without script. Values that the browser restores by itself are
 * ignored.
 */
function recordPreHydrationInput(): void {
  const acts: PreHydrationState['acts'] = new Map()
  // React sets a `__reactProps` key on each element that it has hydrated.
  const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))
  const state: PreHydrationState = { acts, isHydrated, isComposing: false }
  window.preHydration = state
  function note({ target, type }: Event) {
    if (!(target instanceof Element) || isHydrated(target) || target.closest('form[action]')) return
    const element = type === 'click' ? target.closest('button') : target
    if (!element) return
    const hasValue = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
    acts.delete(element)
    // The selection is null in inputs whose type has none, such as email.
    const { selectionStart, selectionEnd } = hasValue && !(element instanceof HTMLSelectElement) ? element : { selectionStart: null, selectionEnd: null }
    const isOn = element instanceof HTMLInputElement && element.checked
    acts.set(element, { type, value: hasValue ? element.value : '', isOn, selectionStart, selectionEnd })
  }
  function preventSubmit(event: Event) {
    const { target } = event
    if (target instanceof Element && !target.hasAttribute('action') && !isHydrated(target)) event.preventDefault()
  }
  // Capture phase: React stops the propagation of events that it cannot dispatch to a component yet.
  window.addEventListener('input', note, true)
  window.addEventListener('click', note, true)
  window.addEventListener('submit', preventSubmit, true)
  const recordComposition = ({ type }: Event) => {
    state.isComposing = type === 'compositionstart'
  }
  window.addEventListener('compositionstart', recordComposition, true)
  window.addEventListener('compositionend', recordComposition, true)
}

export const preHydrationScript = createIsomorphicFn()
  .server(() => `(${recordPreHydrationInput})()`)
  .client(() => '')

const state = globalThis.window?.preHydration

/** The event bubbled back to the window, so React has handled it and it must not be replayed. */
function forget({ target, type }: Event): void {
  if (!state || !(target instanceof Element) || !Object.keys(document).some((key) => key.startsWith('_reactListening'))) return
  for (const [element, act] of state.acts) if (act.type === type && element.contains(target)) state.acts.delete(element)
}
if (state) for (const type of ['input', 'click']) window.addEventListener(type, forget)

/** Pre-hydration input within an element, oldest first. */
const actsWithin = (within: Element) => [...(state?.acts ?? [])].filter(([element]) => within.contains(element))

export const isUsedBeforeHydration = (part: Element): boolean => actsWithin(part).length > 0

/** Removes the pre-hydration input of `element` and returns true if there was any. For elements that React never hydrates. */
export const takePreHydrationInput = (element: Element): boolean => state?.acts.delete(element) ?? false

/**
 * Replays pre-hydration input within a hydrated part, one event at a time, because each may change the effect of the next.
 * Retries for half a minute while some elements are not hydrated yet.
 */
export function replayPreHydrationInput(within: Element, looks = 600): void {
  const own = actsWithin(within)
  // During composition with an input method, as for Japanese, any change of the field would cut the composition off.
  const next = state?.isComposing ? undefined : own.find(([element]) => state?.isHydrated(element))
  if (next) {
    state?.acts.delete(next[0])
    replayInput(...next)
    // Hydration can reset a text area to the server's text without React noticing the typed one, so the input is replayed again.
    if (next[0] instanceof HTMLTextAreaElement && next[0].value !== next[1].value) replayInput(...next)
  }
  if (own.length > 0 && looks > 0) setTimeout(replayPreHydrationInput, next ? 0 : 50, within, looks - 1)
}

/**
 * React ignores input whose value equals the last one it knows, and that may have replaced the typed value. A different value
 * is set first.
 */
function replayInput(element: Element, act: RecordedInput): void {
  const { value, isOn } = act
  if (element instanceof HTMLButtonElement) element.click()
  else if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)) {
    element.checked = !isOn
    setNativeValue(element, { checked: isOn })
    element.dispatchEvent(new Event('click', { bubbles: true }))
  } else if (element instanceof HTMLSelectElement || (element instanceof HTMLInputElement && element.type === 'file')) {
    if (element instanceof HTMLSelectElement) element.value = value
    element.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const { selectionStart, selectionEnd } = element.value === value ? element : act
    element.value = `${value}0`
    setNativeValue(element, { value })
    if (selectionStart !== null && element === document.activeElement) element.setSelectionRange(selectionStart, selectionEnd)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** Uses the prototype's setter, because React overrides the setters of a field to track its last value. */
function setNativeValue(field: Element, values: { value: string } | { checked: boolean }): void {
  for (const [name, value] of Object.entries(values)) Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set?.call(field, value)
}
