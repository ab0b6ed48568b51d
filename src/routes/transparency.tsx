import { createFileRoute } from '@tanstack/react-router'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { siteTransparency } from '#features/site-pages/transparency/ui/api.ts'
import { TransparencyFailed, TransparencyPage } from '#features/site-pages/transparency/ui/transparency-page.tsx'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'

export const Route = createFileRoute('/transparency')({
  loader: async ({ context: { queryClient } }) => {
    await queryClient.fetchQuery(siteTransparency())
    return { page: { title: m.transparency_title(), description: m.transparency_description({ name: brand.name }), path: '/transparency' } }
  },
  head: headOfLoaded,
  errorComponent: TransparencyFailed,
  component: TransparencyPage,
})
