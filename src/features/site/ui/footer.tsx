import { createIsomorphicFn } from '@tanstack/react-start'
import { useEffect, useRef } from 'react'
import { RoutedLinks } from '#platform/client/routed-links.tsx'
import { keepSite, readSite } from '#platform/client/site.ts'
import { Still } from '#platform/client/still.tsx'
import { isTheme, type Theme, themeCookie } from '#platform/page-context.ts'
import { FooterParts } from './footer-parts.tsx'

const onServer = createIsomorphicFn()
  .server((theme: Theme) => <FooterParts theme={theme} />)
  .client((_theme: Theme) => null)

/** Stays as the server drew it: nothing of a visit's script is for its words. Here only what it does. */
import type { Theme } from '#platform/page-context.ts'
import { FooterLinks } from './footer-links.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { PrivacyChoices } from './third-parties.tsx'

const onServer = createIsomorphicFn()
  .server(() => <FooterLinks />)
  .client(() => null)

/** Its links stay as the server drew them: no script of a visit is for them. */
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
        <Still onServer={onServer(theme)} load={() => import('./footer-parts.tsx').then((part) => <part.FooterParts theme={theme} />)} />
      </RoutedLinks>
    <footer className="mt-20 border-t-4 border-ink">
      <div className="page-column grid gap-8 py-10 xl:grid-cols-[1fr_auto]">
        <RoutedLinks>
          <Still onServer={onServer()} load={() => import('./footer-links.tsx').then((part) => <part.FooterLinks />)} />
        </RoutedLinks>
        <div>
          <ThemeSwitch initial={theme} />
          <PrivacyChoices className="mt-2 inline-flex min-h-11 items-center hover:underline hover:decoration-2 hover:underline-offset-4" />
        </div>
      </div>
    </footer>
  )
}

/** Changes the page at once and every later one through a cookie, so the server draws them right from the start. */
function chooseTheme({ target }: Event): void {
  const theme = target instanceof HTMLInputElement ? target.value : null
  if (!isTheme(theme)) return
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers that we serve
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=31536000; samesite=lax`
  document.documentElement.dataset.theme = theme
  keepSite({ ...readSite(), theme })
}
