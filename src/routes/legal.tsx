import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/legal')({ component: () => null })
