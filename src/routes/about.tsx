import { createFileRoute } from '@tanstack/react-router'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { AboutPage, aboutReady } from '#features/site-pages/about/ui/about-page.tsx'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'

export const Route = createFileRoute('/about')({
  loader: async () => {
    await aboutReady()
    return { page: { title: m.about_title(), description: m.about_description({ name: brand.name }), path: '/about' } }
  },
  head: headOfLoaded,
  component: AboutPage,
})
