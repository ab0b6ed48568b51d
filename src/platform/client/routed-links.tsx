import { useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { isPlainClick } from './plain-click.ts'

/** Makes links in server-rendered markup navigate without a full page load. The element must exist when the component mounts. */
export function useRoutedLinks(box: RefObject<HTMLElement | null>): void {
  const { history } = useRouter()
  useEffect(() => {
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a:not([target])')?.getAttribute('href')
      // The browser handles links with a hash.
      if (!link || !/^\/[^#]*$/.test(link) || !isPlainClick(event) || event.button || event.defaultPrevented) return
      event.preventDefault()
      history.push(link)
    }
    const element = box.current
    element?.addEventListener('click', click)
    return () => element?.removeEventListener('click', click)
  }, [history, box])
}

/** Like `useRoutedLinks`, as a wrapper for a part of a page. */
export function RoutedLinks({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useRoutedLinks(box)
  return <div ref={box}>{children}</div>
}
