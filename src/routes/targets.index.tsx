import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/targets/')({ component: () => null })
