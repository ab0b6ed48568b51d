import { createFileRoute, redirect } from '@tanstack/react-router'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { isCategory } from '#features/site-pages/contact/terms.ts'
import { ContactPage } from '#features/site-pages/contact/ui/contact-page.tsx'
import { readContactSearch } from '#features/site-pages/contact/ui/contact-search.ts'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'

export const Route = createFileRoute('/contact')({
  validateSearch: readContactSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { category } }) => {
    if (category !== undefined && !isCategory(category)) throw redirect({ to: '/contact', replace: true })
    return { page: { title: m.contact_title(), description: m.contact_description({ name: brand.name }), path: '/contact' } }
  },
  head: headOfLoaded,
  component: Contact,
})

function Contact() {
  return <ContactPage asked={Route.useSearch().category} />
}
