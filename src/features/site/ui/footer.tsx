import { createIsomorphicFn } from '@tanstack/react-start'
import { useEffect, useRef } from 'react'
import { takeEarly } from '#platform/client/early.ts'
import { RoutedLinks } from '#platform/client/routed-links.tsx'
import { keepSite, readSite } from '#platform/client/site.ts'
import { Still } from '#platform/client/still.tsx'
import { isTheme, type Theme, themeCookie } from '#platform/page-context.ts'
import { FooterParts } from './footer-parts.tsx'

const onServer = createIsomorphicFn()
  .server((theme: Theme) => <FooterParts theme={theme} />)
  .client((_theme: Theme) => null)

/** Stays as the server drew it: nothing of a visit's script is for its words. Here only what it does. */
export function Footer({ theme }: { theme: Theme }) {
  const footer = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = footer.current
    element?.addEventListener('change', chooseTheme)
    const chosen = element?.querySelector('input:checked')
    if (chosen && takeEarly(chosen)) chooseTheme({ target: chosen })
    return () => element?.removeEventListener('change', chooseTheme)
  }, [])
  return (
    <footer ref={footer} className="mt-20 border-t-4 border-ink">
      <RoutedLinks>
        <Still onServer={onServer(theme)} load={() => import('./footer-parts.tsx').then((part) => <part.FooterParts theme={theme} />)} />
      </RoutedLinks>
    </footer>
  )
}

/** Changes the page at once and every later one through a cookie, so the server draws them right from the start. */
function chooseTheme({ target }: Pick<Event, 'target'>): void {
  const theme = target instanceof HTMLInputElement ? target.value : null
  if (!isTheme(theme)) return
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers that we serve
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=31536000; samesite=lax`
  document.documentElement.dataset.theme = theme
  keepSite({ ...readSite(), theme })
}
