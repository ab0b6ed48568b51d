import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { stringifySearch } from './search-text.ts'

type Given = Record<string, string>
type GetForm = { shown: Record<string, string | undefined>; go: (given: Given) => void }

/**
 * A plain GET form whose changes count at once where there is a script; what was chosen before that, from the moment there
 * is one. `shown` is what the address says of the form's fields.
 */
export function useGetForm({ shown, go }: GetForm) {
  const form = useRef<HTMLFormElement>(null)
  const send = () => {
    if (form.current) go(givenIn(form.current))
  }
  useChosenEarly(() => {
    const given = form.current && givenIn(form.current)
    if (given && Object.entries(shown).some(([name, value]) => (given[name] ?? '') !== (value ?? ''))) go(given)
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return { ref: form, onSubmit, send }
}

/** What was chosen before the script was there counts from the moment it is: `tell` looks for it then. */
export function useChosenEarly(tell: () => void): void {
  const begin = useEffectEvent(tell)
  useEffect(() => begin(), [])
}

function givenIn(form: HTMLFormElement): Given {
  const given: Given = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value.trim()) given[name] = value.trim()
  return given
}

/** Brings a field to what the address says, after going back for one. It stays the same element, so it keeps the focus. */
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

/** Follows the address, but never while somebody types in it: what they typed since is newer. */
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

/** What two addresses say, whatever was left out. */
export const isSameSearch = (one: Record<string, unknown>, other: Record<string, unknown>) => stringifySearch(one) === stringifySearch(other)
