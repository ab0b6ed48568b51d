// Delete this file once React dispatches change events for fields that were edited before hydration (its flag `enableHydrationChangeEvent`).
import { createIsomorphicFn } from '@tanstack/react-start'
import { type RefObject, useEffect } from 'react'

declare global {
  interface Window {
    /** Elements that were edited or unfolded before hydration and that React does not know about yet. For a select: the chosen option. */
    edits?: WeakMap<Element, string>
  }
}

/**
 * Runs as an inline script in the head of each page, before anything can be used, so it must not reference outer variables. It
 * records edits, protects them from React, and keeps the browser from submitting forms that only React submits.
 */
function recordEdits(): void {
  const edits = new WeakMap<Element, string>()
  window.edits = edits
  const record = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest('[data-waiting]'))) return
    const name = target instanceof HTMLInputElement && /checkbox|radio/.test(target.type) ? 'checked' : 'value'
    // Either the edit is already recorded, or React has hydrated the field and defined this property itself.
    if (Object.hasOwn(target, name)) return
    edits.set(target, target instanceof HTMLSelectElement ? target.value : '')
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
    // Ignores writes, because hydration and renders before the edit is reported would reset the field.
    const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), name) ?? {}
    Object.defineProperty(target, name, { get, set() {}, configurable: true })
  }
  for (const type of ['input', 'toggle']) window.addEventListener(type, record, true)
  window.addEventListener('submit', (event) => event.target instanceof Element && (event.target.hasAttribute('action') || event.preventDefault()), true)
}

export const preHydrationScript = createIsomorphicFn()
  .server(() => `(${recordEdits})()`)
  .client(() => '')

/** The last element in a part of the page that has the attribute `data-waiting`. It removes the attribute when the part is hydrated. */
export function WhenHydrated({ part }: { part: RefObject<Element | null> }) {
  useEffect(() => {
    part.current?.removeAttribute('data-waiting')
    // Deferred, because React dispatches no events while it commits.
    setTimeout(() => part.current && reportEdits(part.current))
  }, [part])
  return null
}

/** Dispatches the events of recorded edits again, now that React handles them. */
function reportEdits(part: Element): void {
  for (const field of part.querySelectorAll('input, textarea, select, details')) {
    const option = window.edits?.get(field)
    if (option === undefined || field.closest('[data-waiting]')) continue
    window.edits?.delete(field)
    if (field instanceof HTMLSelectElement) field.value = option
    // React hydrates the element now if it has not yet.
    field.dispatchEvent(new Event('change', { bubbles: true }))
    if (field instanceof HTMLDetailsElement) field.dispatchEvent(new Event('toggle'))
    // React reads check boxes and radio buttons when they are clicked.
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.checked)) field.dispatchEvent(new Event('click', { bubbles: true }))
    for (const name of ['value', 'checked']) Reflect.deleteProperty(field, name)
  }
}
