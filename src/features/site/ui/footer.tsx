import { createIsomorphicFn } from '@tanstack/react-start'
import { useEffect, useRef } from 'react'
import { RoutedLinks } from '#platform/client/routed-links.tsx'
import { ServerOnly } from '#platform/client/server-only.tsx'
import { keepSite, readSite } from '#platform/client/site.ts'
import { isTheme, type Theme, themeCookie } from '#platform/page-context.ts'
import { FooterParts } from './footer-parts.tsx'

const onServer = createIsomorphicFn()
  .server((theme: Theme) => <FooterParts theme={theme} />)
  .client((_theme: Theme) => null)

/** The footer is server-only markup, so its texts are not part of the script. Only the theme switch is handled here. */
export function Footer({ theme }: { theme: Theme }) {
  const footer = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = footer.current
    element?.addEventListener('change', chooseTheme)
    return () => element?.removeEventListener('change', chooseTheme)
  }, [])
  return (
    <footer ref={footer} className="mt-20 border-t-4 border-ink">
      <RoutedLinks>
        <ServerOnly onServer={onServer(theme)} load={() => import('./footer-parts.tsx').then((part) => <part.FooterParts theme={theme} />)} />
      </RoutedLinks>
    </footer>
  )
}

/** Applies the theme at once and stores it in a cookie, so that the server renders later pages with it. */
function chooseTheme({ target }: Event): void {
  const theme = target instanceof HTMLInputElement ? target.value : null
  if (!isTheme(theme)) return
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers that we serve
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=31536000; samesite=lax`
  document.documentElement.dataset.theme = theme
  keepSite({ ...readSite(), theme })
}
