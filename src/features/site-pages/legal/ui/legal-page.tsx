import { createIsomorphicFn } from '@tanstack/react-start'
import { RoutedLinks } from '#platform/client/routed-links.tsx'
import { ServerOnly } from '#platform/client/server-only.tsx'
import { LegalDocument } from './legal-document.tsx'
import type { LegalName } from './legal-text.ts'

const onServer = createIsomorphicFn()
  .server((name: LegalName) => <LegalDocument name={name} />)
  .client((_name: LegalName) => null)

/** The server renders the text as static markup, so the first page view does not load the text a second time as script. */
export function LegalPage({ name }: { name: LegalName }) {
  return (
    <RoutedLinks>
      <ServerOnly key={name} onServer={onServer(name)} load={() => import('./legal-document.tsx').then((part) => <part.LegalDocument name={name} />)} />
    </RoutedLinks>
  )
}

/** Preloads the text before the browser navigates to the page. The server has nothing to load. */
export const legalReady = createIsomorphicFn()
  .server(async () => {})
  .client(async () => {
    await import('./legal-document.tsx')
  })
