import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/explore/industries')({ component: () => null })
