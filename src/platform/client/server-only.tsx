import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { useRoutedLinks } from './routed-links.tsx'
import { KeptHtmlBlock } from './safe-html.tsx'

type ServerOnlyProps = {
  /** The part itself during server rendering; null in the browser. */
  onServer: ReactNode
  /** Loads the part for pages that are rendered in the browser. */
  load: () => Promise<ReactNode>
}

/**
 * A server-only part: if the server has rendered it, the browser keeps that markup
 * and loads no script for it. Otherwise the part is loaded and rendered as usual.
 */
export function ServerOnly({ onServer, load }: ServerOnlyProps) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(load)
  latest.current = load
  const [part, setPart] = useState<ReactNode>(null)
  useEffect(() => {
    if (box.current?.hasAttribute('data-drawn')) return
    // If loading fails, the page is shown without the part.
    latest.current().then(setPart, () => {})
  }, [])
  // The attribute also marks a part that rendered nothing.
  if (onServer) return <div data-drawn="">{onServer}</div>
  return part ? <div key="drawn">{part}</div> : <KeptHtmlBlock key="kept" ref={box} />
}

type StaticPart<Props> = { known: ComponentType<Props> | null; ready: () => Promise<void> }

/**
 * A display-only part rendered by the server: hydration keeps its markup and loads no script for it. A route's loader awaits
 * `ready`, so that a page opened in the browser has the code in time.
 */
export function staticPart<Props extends object>(load: () => Promise<ComponentType<Props>>): StaticPart<Props> {
  const part: StaticPart<Props> = {
    known: null,
    async ready() {
      part.known ??= await load()
    },
  }
  return part
}

type StaticMarkupProps<Props> = { part: StaticPart<Props> /** A new value makes the browser load and render the part. */; version: string; of: Props }

export function StaticMarkup<Props extends object>({ part, version, of: props }: StaticMarkupProps<Props>) {
  const box = useRef<HTMLDivElement>(null)
  useRoutedLinks(box)
  const [drawn] = useState(version)
  const [Shown, setShown] = useState(() => part.known)
  const isCurrent = drawn === version
  useEffect(() => {
    if (Shown || (isCurrent && box.current?.hasAttribute('data-drawn'))) return
    // If loading fails, the server's markup stays.
    part.ready().then(
      () => setShown(() => part.known),
      () => {},
    )
  }, [part, Shown, isCurrent])
  if (!Shown) return <KeptHtmlBlock key="kept" ref={box} />
  return (
    <div key="drawn" data-drawn="">
      <Shown {...props} />
    </div>
  )
}
