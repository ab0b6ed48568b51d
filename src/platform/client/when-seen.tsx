import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react'

const isServer = typeof window === 'undefined'

/** A part of a page whose code waits for `begin` in the browser; the server has it at once, after `ready`. */
export function partWhenSeen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let known: ComponentType<Props> | null = null
  let begin = () => {}
  const wanted = new Promise<void>((resolve) => {
    begin = resolve
  })
  const late = lazy(async () => {
    await wanted
    return { default: await load() }
  })
  // Pages are rendered in one go: there a part that is still to come would be left out.
  const Part: ComponentType<Props> = isServer ? (props) => known && createElement(known, props) : late
  async function ready(): Promise<void> {
    if (isServer) known ??= await load()
  }
  return { Part, begin, ready }
}

/** Code that is asked for often and loaded once: also a module that is there costs a tenth of a millisecond to import. */
export function loadedOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined
  return () => {
    loading ??= load()
    return loading
  }
}

type WhenSeenProps = {
  /** Of the part inside. */
  begin: () => void
  /** Loads at once, wherever it stands. */
  isWanted?: boolean
  /** In place of the part where no server rendered it. */
  fallback: ReactNode
  children: ReactNode
}

/**
 * Around such a part: rendered on the server as ever, its code comes to the browser only when it is about to be seen or used.
 * Until then its links are plain links. Whoever renders it keeps it the same element until then, or what the server
 * rendered gives way to the fallback.
 */
export function WhenSeen({ begin, isWanted = false, fallback, children }: WhenSeenProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element || isWanted) return begin()
    // "Not yet" and "now" may come in one call, the older first.
    const seen = (entries: IntersectionObserverEntry[]) => entries.some(({ isIntersecting }) => isIntersecting) && begin()
    const watching = new IntersectionObserver(seen, { rootMargin: '300px' })
    watching.observe(element)
    element.addEventListener('focusin', begin)
    return () => {
      watching.disconnect()
      element.removeEventListener('focusin', begin)
    }
  }, [isWanted, begin])
  return (
    <div ref={frame}>
      <Suspense fallback={fallback}>
        {children}
        <Stands onStands={() => void setTimeout(() => frame.current && doneAgain(frame.current))} />
      </Suspense>
    </div>
  )
}

/** Tells when all beside it has been taken over. */
function Stands({ onStands }: { onStands: () => void }) {
  const tell = useEffectEvent(onStands)
  useEffect(() => tell(), [])
  return null
}

/** What was typed and pressed last where all looks alive before its code is there, and how to do it again. */
const early = new Map<Element, { type: string; again: () => void }>()

// From the first line of script on: what comes before a part waits for its code would be nobody's.
if (!isServer) {
  for (const type of ['input', 'click']) {
    window.addEventListener(type, note, true)
    window.addEventListener(type, forget)
  }
}

/** React stops on its way down what it cannot hand to a part yet, so it is noted before. */
function note({ target, type }: Event) {
  if (!(target instanceof Element) || isTakenOver(target)) return
  const button = target.closest('button')
  const again = type === 'click' ? button && (() => button.click()) : typedAgain(target)
  const element = type === 'click' ? button : target
  if (!element || !again) return
  early.delete(element)
  early.set(element, { type, again })
}

/** What comes up again was not stopped: once React listens, the part has answered it. */
function forget({ target, type }: Event) {
  if (!(target instanceof Element) || !Object.keys(document).some((key) => key.startsWith('_reactListening'))) return
  for (const [element, noted] of early) if (noted.type === type && element.contains(target)) early.delete(element)
}

/** React marks the elements that it answers for. */
const isTakenOver = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))

/**
 * The same once more for the part that listens now; what a part inside it still waits for is noted anew by that. Not within
 * the press by which React took the part over: that one is still to be handed on.
 */
function doneAgain(part: Element) {
  for (const [element, { again }] of [...early]) {
    if (!part.contains(element)) continue
    early.delete(element)
    again()
  }
}

type Field = HTMLTextAreaElement | HTMLInputElement

/** The part's own, empty texts would take the place of what was typed. */
function typedAgain(field: Element): (() => void) | null {
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) || ['file', 'radio'].includes(field.type)) return null
  if (field instanceof HTMLInputElement && field.type === 'checkbox') {
    const isOn = field.checked
    return () => {
      field.checked = !isOn
      setOf(field, 'checked')?.call(field, isOn)
      field.dispatchEvent(new Event('click', { bubbles: true }))
    }
  }
  const text = field.value
  return () => {
    // React hears of an input only where the text is another than the one it knows.
    for (const value of [`${text} `, text]) {
      setOf(field, 'value')?.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
}

/** Sets a field past React, which keeps its own setter on the element to know the last value. */
const setOf = (field: Field, name: 'value' | 'checked') => Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set
