import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { stringifySearch } from './search-text.ts'

type Options = Record<string, string>
type GetForm = { shown: Record<string, string | undefined>; go: (given: Options) => void }

/**
 * A plain GET form that applies changes immediately where script is available, including choices made before hydration. `shown`
 * has the values of the form's fields in the current address.
 */
export function useGetForm({ shown, go }: GetForm) {
  const form = useRef<HTMLFormElement>(null)
  const send = () => {
    if (form.current) go(givenIn(form.current))
  }
  useChosenBeforeHydration(() => {
    const given = form.current && givenIn(form.current)
    if (given && Object.entries(shown).some(([name, value]) => (given[name] ?? '') !== (value ?? ''))) go(given)
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return { ref: form, onSubmit, send }
}

/** Calls `notify` once after hydration, to apply values that were chosen before it. */
export function useChosenBeforeHydration(notify: () => void): void {
  const begin = useEffectEvent(notify)
  useEffect(() => begin(), [])
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
