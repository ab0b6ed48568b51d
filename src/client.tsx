import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { fetchDoorWhenUsed } from '#platform/client/near-door.ts'
import { getRouter } from './router.tsx'

// In place of the framework's own entry, which brings its server functions along (11 kB that we never call).
const router = getRouter()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  )
})
fetchDoorWhenUsed()
