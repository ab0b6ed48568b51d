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
  const early = useRef<Early>(nothingYet())
  useEffect(() => {
    const element = frame.current
    if (!element) return begin()
    const stop = noteEarly(element, early.current)
    early.current.stop = stop
    if (isWanted) {
      begin()
      return stop
    }
    const watching = new IntersectionObserver(([entry]) => entry?.isIntersecting && begin(), { rootMargin: '300px' })
    watching.observe(element)
    element.addEventListener('focusin', begin)
    return () => {
      watching.disconnect()
      element.removeEventListener('focusin', begin)
      stop()
    }
  }, [isWanted, begin])
  function standsNow() {
    const done = early.current
    early.current = nothingYet()
    done.stop()
    again(done)
  }
  return (
    <div ref={frame}>
      <Suspense fallback={fallback}>
        {children}
        <Stands onStands={standsNow} />
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

type Field = HTMLTextAreaElement | HTMLInputElement
/** What was typed and pressed last in a part that looks alive before its code is there. */
type Early = { typed: Map<Field, string>; switched: Map<HTMLInputElement, boolean>; pressed: HTMLButtonElement | null; stop: () => void }
const nothingYet = (): Early => ({ typed: new Map(), switched: new Map(), pressed: null, stop: () => {} })

/** React stops on its way down what it cannot hand to a part yet, so it is noted before. */
function noteEarly(element: HTMLElement, early: Early): () => void {
  function note({ target, type }: Event) {
    if (!(target instanceof Element) || !element.contains(target) || isTakenOver(target)) return
    if (type === 'click') early.pressed = target.closest('button')
    else if (target instanceof HTMLInputElement && target.type === 'checkbox') early.switched.set(target, target.checked)
    else if (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'file' && target.type !== 'radio'))
      early.typed.set(target, target.value)
  }
  for (const type of ['input', 'click']) window.addEventListener(type, note, true)
  return () => {
    for (const type of ['input', 'click']) window.removeEventListener(type, note, true)
  }
}

/** React marks the elements that it answers for. */
const isTakenOver = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))

/** The same once more for the part that listens now; its own, empty texts would take the place of what was typed. */
function again({ typed, switched, pressed }: Early) {
  for (const [field, text] of typed) {
    if (!field.isConnected) continue
    // React hears of an input only where the text is another than the one it knows.
    for (const value of [`${text} `, text]) {
      setOf(field, 'value')?.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  for (const [field, isOn] of switched) {
    if (!field.isConnected) continue
    field.checked = !isOn
    setOf(field, 'checked')?.call(field, isOn)
    field.dispatchEvent(new Event('click', { bubbles: true }))
  }
  if (pressed?.isConnected) pressed.click()
}

/** Sets a field past React, which keeps its own setter on the element to know the last value. */
const setOf = (field: Field, name: 'value' | 'checked') => Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set
