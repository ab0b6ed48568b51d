import { createIsomorphicFn } from '@tanstack/react-start'

/** What was done last to a field or a button for which React did not answer yet. */
type Act = { type: string; value: string; isOn: boolean; selectionStart: number | null; selectionEnd: number | null }
type Early = { acts: Map<Element, Act>; isAnswered: (element: Element) => boolean; isComposing: boolean }

declare global {
  interface Window {
    early?: Early
  }
}

/**
 * Stands as text at the head of each page, before anything can be used, so it may use nothing from around it. It notes what is typed, chosen
 * and pressed where React does not answer yet, and keeps forms that are for script alone from being sent by the browser, which would
 * take the page away; those with an address work as they are. What a browser restores by itself is nobody's act: it is not listened to.
 */
function noteEarlyActs(): void {
  const acts: Early['acts'] = new Map()
  // React marks the elements that it answers for.
  const isAnswered = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))
  const early: Early = { acts, isAnswered, isComposing: false }
  window.early = early
  function note({ target, type }: Event) {
    if (!(target instanceof Element) || isAnswered(target) || target.closest('form[action]')) return
    const element = type === 'click' ? target.closest('button') : target
    if (!element) return
    const hasValue = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
    acts.delete(element)
    // Null in fields of a kind that has no selection, such as for an address.
    const { selectionStart, selectionEnd } = hasValue && !(element instanceof HTMLSelectElement) ? element : { selectionStart: null, selectionEnd: null }
    const isOn = element instanceof HTMLInputElement && element.checked
    acts.set(element, { type, value: hasValue ? element.value : '', isOn, selectionStart, selectionEnd })
  }
  function hold(event: Event) {
    const { target } = event
    if (target instanceof Element && !target.hasAttribute('action') && !isAnswered(target)) event.preventDefault()
  }
  // On the way down: React stops there what it cannot hand to a part yet.
  window.addEventListener('input', note, true)
  window.addEventListener('click', note, true)
  window.addEventListener('submit', hold, true)
  const noteComposing = ({ type }: Event) => {
    early.isComposing = type === 'compositionstart'
  }
  window.addEventListener('compositionstart', noteComposing, true)
  window.addEventListener('compositionend', noteComposing, true)
}

export const earlyScript = createIsomorphicFn()
  .server(() => `(${noteEarlyActs})()`)
  .client(() => '')

const early = globalThis.window?.early

/** What comes up again was not stopped: once React listens, it has answered it. */
function forget({ target, type }: Event): void {
  if (!early || !(target instanceof Element) || !Object.keys(document).some((key) => key.startsWith('_reactListening'))) return
  for (const [element, act] of early.acts) if (act.type === type && element.contains(target)) early.acts.delete(element)
}
if (early) for (const type of ['input', 'click']) window.addEventListener(type, forget)

/** What was done early within, the last last. */
const actsWithin = (within: Element) => [...(early?.acts ?? [])].filter(([element]) => within.contains(element))

export const isUsedEarly = (part: Element): boolean => actsWithin(part).length > 0

/** Whether something was done to `element` that is not done again yet; for what React never answers for. */
export const takeEarly = (element: Element): boolean => early?.acts.delete(element) ?? false

/**
 * The same once more within what listens now, one after the other: each may change what the next one does. For what lies there and
 * is not taken over yet, it looks again for half a minute.
 */
export function doneAgain(within: Element, looks = 600): void {
  const own = actsWithin(within)
  // A letter that is put together from several presses, as in Japanese, would be cut off by any change of its field.
  const next = early?.isComposing ? undefined : own.find(([element]) => early?.isAnswered(element))
  if (next) {
    early?.acts.delete(next[0])
    doAgain(...next)
  }
  if (own.length > 0 && looks > 0) setTimeout(doneAgain, next ? 0 : 50, within, looks - 1)
}

/** React hears only of what is another than the one it knows, and that may have taken the place of what was typed. */
function doAgain(element: Element, act: Act): void {
  const { value, isOn } = act
  if (element instanceof HTMLButtonElement) element.click()
  else if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)) {
    element.checked = !isOn
    setPastReact(element, { checked: isOn })
    element.dispatchEvent(new Event('click', { bubbles: true }))
  } else if (element instanceof HTMLSelectElement || (element instanceof HTMLInputElement && element.type === 'file')) {
    if (element instanceof HTMLSelectElement) element.value = value
    element.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const { selectionStart, selectionEnd } = element.value === value ? element : act
    element.value = `${value}0`
    setPastReact(element, { value })
    if (selectionStart !== null && element === document.activeElement) element.setSelectionRange(selectionStart, selectionEnd)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** React keeps its own setters on a field to know the last value. */
function setPastReact(field: Element, values: { value: string } | { checked: boolean }): void {
  for (const [name, value] of Object.entries(values)) Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set?.call(field, value)
}
