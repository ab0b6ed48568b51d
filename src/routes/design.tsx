import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

const Gallery = lazy(() => import('#design/gallery.tsx').then(({ Gallery }) => ({ default: Gallery })))

export const Route = createFileRoute('/design')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  ssr: false,
  component: () => (
    <Suspense>
      <Gallery />
    </Suspense>
  ),
})
