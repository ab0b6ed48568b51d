import { createIsomorphicFn } from '@tanstack/react-start'
import { RoutedLinks } from '#platform/client/routed-links.tsx'
import { Still } from '#platform/client/still.tsx'
import { LegalDocument } from './legal-document.tsx'
import type { LegalName } from './legal-text.ts'

const onServer = createIsomorphicFn()
  .server((name: LegalName) => <LegalDocument name={name} />)
  .client((_name: LegalName) => null)

/** Drawn on the server: whoever comes here first loads no text twice. */
export function LegalPage({ name }: { name: LegalName }) {
  return (
    <RoutedLinks>
      <Still key={name} onServer={onServer(name)} load={() => import('./legal-document.tsx').then((part) => <part.LegalDocument name={name} />)} />
    </RoutedLinks>
  )
}

/** In the browser the text is there before the page changes to it. */
export const legalReady = createIsomorphicFn()
  .server(async () => {})
  .client(async () => {
    await import('./legal-document.tsx')
  })
