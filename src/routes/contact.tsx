import { createFileRoute, redirect } from '@tanstack/react-router'
import { isCategory } from '#features/contact/terms.ts'
import { ContactPage } from '#features/contact/ui/contact-page.tsx'
import { readContactSearch } from '#features/contact/ui/contact-search.ts'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'

export const Route = createFileRoute('/contact')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
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
