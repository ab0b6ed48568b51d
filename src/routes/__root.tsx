import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, ScriptOnce, Scripts } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { AlertProvider } from '#design/alerts.tsx'
import { preloadedFonts } from '#design/fonts.ts'
import { SkipLink } from '#design/navigation.tsx'
import themeStyles from '#design/theme.css?url'
import { ToastProvider } from '#design/toasts.tsx'
import { AuthProvider } from '#features/accounts/ui/use-auth.ts'
import { bellReady, HeaderBell, UnreadInMenu } from '#features/notifications/ui/header-bell.tsx'
import { HeaderSearch } from '#features/search/ui/header-search.tsx'
import { ErrorPage } from '#features/site/ui/error-page.tsx'
import { Footer } from '#features/site/ui/footer.tsx'
import { FreshPages } from '#features/site/ui/fresh-pages.ts'
import { Navbar } from '#features/site/ui/navbar.tsx'
import { NavigationProgress } from '#features/site/ui/navigation-progress.tsx'
import { NotFoundPage } from '#features/site/ui/not-found-page.tsx'
import { PageWithin } from '#features/site/ui/page-within.tsx'
import { SiteNotices } from '#features/site/ui/site-notices.tsx'
import { ThirdPartySlot } from '#features/site/ui/third-parties.tsx'
import { WrongAddress } from '#features/site/ui/wrong-address.tsx'
import { m } from '#messages'
import { brand, isOwnBrand } from '#platform/brand.ts'
import { preHydrationScript, WhenHydrated } from '#platform/client/pre-hydration.ts'
import { keepSite, readSite } from '#platform/client/site.ts'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  loader: ({ context: { queryClient } }) => {
    const site = readSite()
    return site.viewer ? bellReady(queryClient).then(() => site) : site
  },
  staleTime: Number.POSITIVE_INFINITY,
  head: ({ loaderData, match }) => {
    // In the browser this head runs before all others, so that every page can read the site afterwards.
    if (loaderData) keepSite(loaderData)
    return {
      meta: [
        { charSet: 'utf-8' },
        { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
        { title: match._notFound ? m.site_title({ page: m.site_not_found_title(), name: brand.name }) : brand.name },
        { name: 'format-detection', content: 'telephone=no' },
      ],
      links: [
        ...preloadedFonts.map((href) => ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const),
        { rel: 'stylesheet', href: themeStyles },
        { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
        { rel: 'icon', href: '/icon-192.png', type: 'image/png', sizes: '192x192' },
        { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
        { rel: 'manifest', href: '/manifest.webmanifest' },
      ],
    }
  },
  shellComponent: Document,
  component: Site,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
})

function Document({ children }: { children: ReactNode }) {
  const site = readSite()
  const body = useRef<HTMLBodyElement>(null)
  return (
    <html
      lang="en"
      dir="ltr"
      data-theme={site.theme}
      data-signed-in={site.viewer ? '' : undefined}
      data-brand={isOwnBrand ? JSON.stringify(brand) : undefined}
      suppressHydrationWarning
    >
      <head>
        <ScriptOnce>{preHydrationScript()}</ScriptOnce>
        <HeadContent />
      </head>
      <body ref={body} data-waiting="" className="flex flex-col has-data-join-bar:max-lg:pb-[calc(5rem+env(safe-area-inset-bottom))]">
        {children}
        <WhenHydrated part={body} />
        <Scripts />
      </body>
    </html>
  )
}

function Site() {
  const site = Route.useLoaderData()
  return (
    <AuthProvider value={site}>
      <ToastProvider>
        <AlertProvider>
          <FreshPages />
          <SkipLink />
          <NavigationProgress />
          <SiteNotices />
          <WrongAddress />
          <Navbar search={<HeaderSearch />} bell={<HeaderBell />} unread={<UnreadInMenu />} />
          {/* At least a screen high under the header, so that the footer does not jump while a page loads. */}
          <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] grow outline-none">
            <PageWithin />
          </main>
          <Footer theme={site.theme} />
          <ThirdPartySlot />
        </AlertProvider>
      </ToastProvider>
    </AuthProvider>
  )
}
