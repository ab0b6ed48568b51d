import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { isPlainClick } from './plain-click.ts'

/** Links within that came as they are, such as in a part that the server has drawn, lead on without a full load. */
export function RoutedLinks({ children }: { children: ReactNode }) {
  const { history } = useRouter()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a:not([target])')?.getAttribute('href')
      // A place within a page is the browser's to find.
      if (!link || !/^\/[^#]*$/.test(link) || !isPlainClick(event) || event.button || event.defaultPrevented) return
      event.preventDefault()
      history.push(link)
    }
    const element = box.current
    element?.addEventListener('click', click)
    return () => element?.removeEventListener('click', click)
  }, [history])
  return <div ref={box}>{children}</div>
}
