import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { WhenHydrated } from './pre-hydration.ts'

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

/** Such a part as one component. `isWanted`: the browser loads its code at once, else when it is about to become visible. */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>, { isWanted = false } = {}) {
  const { Part, begin, ready } = partWhenVisible(load)
  return {
    ready,
    // biome-ignore lint/correctness/noComponentHookFactories: called once per module, not while rendering
    Late: (props: Props) => (
      <HydrateWhenVisible begin={begin} isWanted={isWanted} fallback={null}>
        <Part {...props} />
      </HydrateWhenVisible>
    ),
  }
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
 * Hydrates such a part when it is about to become visible or gets the focus; the server renders it as usual. Until then its
 * links are plain links. The parent must keep this element the same until then, or the fallback replaces the server's markup.
 */
export function HydrateWhenVisible({ begin, isWanted = false, fallback, children }: HydrateWhenVisibleProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    // The buttons of a part outside the viewport do not look inactive, because nobody waits for them.
    function wait(until: 'visible' | 'loaded') {
      if (element?.hasAttribute('data-waiting')) element.dataset.waiting = until
    }
    function start() {
      wait('loaded')
      begin()
    }
    if (!element || isWanted) return start()
    // One callback may contain several entries, the oldest first, so any of them can be the visible one.
    const seen = (entries: IntersectionObserverEntry[]) => (entries.some(({ isIntersecting }) => isIntersecting) ? start() : wait('visible'))
    const watching = new IntersectionObserver(seen, { rootMargin: '300px' })
    watching.observe(element)
    element.addEventListener('focusin', start)
    return () => {
      watching.disconnect()
      element.removeEventListener('focusin', start)
    }
  }, [isWanted, begin])
  return (
    <div ref={frame} data-waiting="">
      <Suspense fallback={fallback}>
        {children}
        <WhenHydrated part={frame} />
      </Suspense>
    </div>
  )
}
