import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { followsWithinPx } from '../terms.ts'

const nearTopPx = 150

type Anchor = { id: string; top: number }

/**
 * Scrolls to new messages while the reader is at the end; otherwise keeps the position of the visible messages when rows above or below
 * change. `content` must change whenever the list does.
 */
export function useScroll({ content, onTop }: { content: unknown; onTop: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const anchor = useRef<Anchor | null>(null)
  const isFollowing = useRef(true)
  const [isAtEnd, setAtEnd] = useState(true)

  const settle = useCallback(() => {
    const element = box.current
    if (!element) return
    if (isFollowing.current) element.scrollTop = element.scrollHeight
    else if (anchor.current) {
      const row = element.querySelector<HTMLElement>(`[data-message="${anchor.current.id}"]`)
      if (row) element.scrollTop = row.offsetTop - anchor.current.top
    }
    anchor.current = firstInSight(element)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the list
  useLayoutEffect(settle, [settle, content])
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watch = new ResizeObserver(settle)
    watch.observe(element)
    return () => watch.disconnect()
  }, [settle])

  function onScroll() {
    const element = box.current
    if (!element) return
    isFollowing.current = element.scrollHeight - element.scrollTop - element.clientHeight <= followsWithinPx
    anchor.current = firstInSight(element)
    setAtEnd(isFollowing.current)
    if (element.scrollTop < nearTopPx) onTop()
  }
  function toEnd() {
    isFollowing.current = true
    setAtEnd(true)
    settle()
  }
  return { box, onScroll, toEnd, isAtEnd }
}

/** The first visible message, and its distance from the upper edge in pixels. */
function firstInSight(element: HTMLElement): Anchor | null {
  for (const row of element.querySelectorAll<HTMLElement>('[data-message]')) {
    if (row.offsetTop + row.offsetHeight <= element.scrollTop) continue
    return { id: row.dataset.message ?? '', top: row.offsetTop - element.scrollTop }
  }
  return null
}
