import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/causes/')({ component: () => null })
