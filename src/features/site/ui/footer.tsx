import { createIsomorphicFn } from '@tanstack/react-start'
import { RoutedLinks } from '#platform/client/routed-links.tsx'
import { Still } from '#platform/client/still.tsx'
import type { Theme } from '#platform/page-context.ts'
import { FooterLinks } from './footer-links.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { PrivacyChoices } from './third-parties.tsx'

const onServer = createIsomorphicFn()
  .server(() => <FooterLinks />)
  .client(() => null)

/** Its links stay as the server drew them: no script of a visit is for them. */
export function Footer({ theme }: { theme: Theme }) {
  return (
    <footer className="mt-20 border-t-4 border-ink">
      <div className="page-column grid gap-8 py-10 xl:grid-cols-[1fr_auto]">
        <RoutedLinks>
          <Still onServer={onServer()} load={() => import('./footer-links.tsx').then((part) => <part.FooterLinks />)} />
        </RoutedLinks>
        <div>
          <ThemeSwitch initial={theme} />
          <PrivacyChoices className="mt-2 inline-flex min-h-11 items-center hover:underline hover:decoration-2 hover:underline-offset-4" />
        </div>
      </div>
    </footer>
  )
}
