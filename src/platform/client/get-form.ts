import { type FormEvent, useEffect, useRef } from 'react'
import { typingPauseMs } from '../terms.ts'
import { stringifySearch } from './search-text.ts'

type Options = Record<string, string>

/**
 * A plain GET form that applies changes immediately where script is available. `sendSoon` is for text fields: it sends after a
 * pause in typing, unless the user has left the page.
 */
export function useGetForm(go: (given: Options) => void) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const send = () => {
    if (form.current) go(givenIn(form.current))
  }
  const sendSoon = () => {
    clearTimeout(timer.current)
    const page = window.location.pathname
    timer.current = setTimeout(() => window.location.pathname === page && send(), typingPauseMs)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return { ref: form, onSubmit, send, sendSoon }
}

function givenIn(form: HTMLFormElement): Options {
  const given: Options = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value.trim()) given[name] = value.trim()
  return given
}

/**
 * Resets a field to the value in the address, for example after back navigation. The element stays the same, so it keeps the
 * focus.
 */
export function useFieldAt<Field extends HTMLInputElement | HTMLSelectElement>(value: string | boolean) {
  const field = useRef<Field>(null)
  const shown = useRef(value)
  useEffect(() => {
    const { current } = field
    if (current && shown.current !== value) {
      if (typeof value === 'string') current.value = value
      else if (current instanceof HTMLInputElement) current.checked = value
    }
    shown.current = value
  }, [value])
  return field
}

/**
 * Like `useFieldAt` for a text field, but never overwrites it while it has the focus, because the typed text is newer than the
 * address.
 */
export function useTypedField(value: string) {
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(value)
  useEffect(() => {
    const { current } = field
    if (current && shown.current !== value && document.activeElement !== current) current.value = value
    shown.current = value
  }, [value])
  return field
}

/** Compares two queries by the address they produce, so missing values do not matter. */
export const isSameSearch = (one: Record<string, unknown>, other: Record<string, unknown>) => stringifySearch(one) === stringifySearch(other)
