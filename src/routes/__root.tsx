import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import { readSite } from '#platform/client/site.ts'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  loader: () => readSite(),
  staleTime: Number.POSITIVE_INFINITY,
  head: () => ({ meta: [{ charSet: 'utf-8' }, { name: 'viewport', content: 'width=device-width, initial-scale=1' }, { title: 'Holdout' }] }),
  component: Root,
})

function Root() {
  const site = Route.useLoaderData()
  return (
    <html lang="en" data-theme={site.theme}>
      <head>
        <HeadContent />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  )
}
