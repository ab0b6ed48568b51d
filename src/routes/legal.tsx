import { createFileRoute } from '@tanstack/react-router'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { LegalPage, legalReady } from '#features/site-pages/legal/ui/legal-page.tsx'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'

export const Route = createFileRoute('/legal')({
  loader: async () => {
    await legalReady()
    return { page: { title: m.legal_notice_title(), description: m.legal_notice_description({ name: brand.name }), path: '/legal' } }
  },
  head: headOfLoaded,
  component: () => <LegalPage name="legal" />,
})
