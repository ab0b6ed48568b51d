import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { fetchClientWhenUsed } from '#platform/client/local-client.ts'
import { getRouter } from './router.tsx'

// Replaces the framework's own entry, which includes its server functions (11 kB that this site never calls).
const router = getRouter()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  )
})
fetchClientWhenUsed()
