import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/explore/causes')({ component: () => null })
