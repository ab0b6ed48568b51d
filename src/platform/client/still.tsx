import { type ReactNode, useEffect, useRef, useState } from 'react'
import { KeptHtmlBlock } from './safe-html.tsx'

type StillProps = {
  /** The part itself while rendering on the server; null in the browser. */
  onServer: ReactNode
  /** For pages that are made in the browser. */
  load: () => Promise<ReactNode>
}

/**
 * A part that only shows something: where the server has drawn it, the browser leaves it as it came and loads no script
 * for it. Where nothing came with the page, it is loaded and drawn as usual.
 */
export function Still({ onServer, load }: StillProps) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(load)
  latest.current = load
  const [part, setPart] = useState<ReactNode>(null)
  useEffect(() => {
    if (box.current?.hasChildNodes()) return
    // Not to be had for the moment: the page does without.
    latest.current().then(setPart, () => {})
  }, [])
  if (onServer) return <div>{onServer}</div>
  return part ? <div key="drawn">{part}</div> : <KeptHtmlBlock key="kept" ref={box} />
}
