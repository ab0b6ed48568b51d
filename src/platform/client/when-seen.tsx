import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { doneAgain, isUsedEarly } from './early.ts'

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
    if (!element || isWanted || isUsedEarly(element)) return begin()
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
        {/* Not within the press by which React took the part over: that one is still to be handed on. */}
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
