import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

const Gallery = import.meta.env.DEV ? lazy(() => import('#design/gallery.tsx').then((part) => ({ default: part.Gallery }))) : () => null

/** Shows every part of the design system; only in development. */
export const Route = createFileRoute('/design')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  component: () => (
    <Suspense>
      <Gallery />
    </Suspense>
  ),
})
