import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { isUsedBeforeHydration, replayPreHydrationInput } from './pre-hydration.ts'

const isServer = typeof window === 'undefined'

/** A part of a page whose code loads in the browser only after `begin`. The server renders it immediately, after `ready`. */
export function partWhenVisible<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let known: ComponentType<Props> | null = null
  let begin = () => {}
  const wanted = new Promise<void>((resolve) => {
    begin = resolve
  })
  const late = lazy(async () => {
    await wanted
    return { default: await load() }
  })
  // The server renders in a single pass, which would leave out a lazy component, so it uses the loaded one.
  const Part: ComponentType<Props> = isServer ? (props) => known && createElement(known, props) : late
  async function ready(): Promise<void> {
    if (isServer) known ??= await load()
  }
  return { Part, begin, ready }
}

/** Caches an import that is requested often: even for a loaded module `import()` takes 0.1 ms. */
export function loadedOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined
  return () => {
    loading ??= load()
    return loading
  }
}

type HydrateWhenVisibleProps = {
  /** Starts to load the part: the `begin` that `partWhenVisible` returned for it. */
  begin: () => void
  /** Loads the part immediately, even outside the viewport. */
  isWanted?: boolean
  /** Shown in place of the part if no server has rendered it. */
  fallback: ReactNode
  children: ReactNode
}

/**
 * Hydrates such a part when it is about to become visible or is used; the server renders it as usual. Until then its links are
 * plain links. The parent must keep this element the same until then, or the fallback replaces the server's markup.
 */
export function HydrateWhenVisible({ begin, isWanted = false, fallback, children }: HydrateWhenVisibleProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element || isWanted || isUsedBeforeHydration(element)) return begin()
    // One callback may contain several entries, the oldest first, so any of them can be the visible one.
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
        {/* Deferred, because React still has to dispatch the event that triggered hydration. */}
        <AfterHydration onHydrated={() => void setTimeout(() => frame.current && replayPreHydrationInput(frame.current))} />
      </Suspense>
    </div>
  )
}

/** Calls `onHydrated` when its siblings are hydrated. */
function AfterHydration({ onHydrated }: { onHydrated: () => void }) {
  const notify = useEffectEvent(onHydrated)
  useEffect(() => notify(), [])
  return null
}
