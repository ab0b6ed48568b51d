import { createIsomorphicFn } from '@tanstack/react-start'
import { RoutedLinks } from '#platform/client/routed-links.tsx'
import { Still } from '#platform/client/still.tsx'
import type { Theme } from '#platform/page-context.ts'
import { FooterLinks } from './footer-links.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { DonateLink, hasDonate, PrivacyChoices } from './third-parties.tsx'

const onServer = createIsomorphicFn()
  .server(() => <FooterLinks />)
  .client(() => null)
const linkClass = 'inline-flex min-h-11 items-center no-underline hover:underline hover:decoration-2 hover:underline-offset-4'

/** Only pages that exist. */
function columns(): { title: string; links: ReactElement[] }[] {
  return [
    {
      title: m.site_footer_platform(),
      links: [
        <Link key="home" to="/" className={linkClass}>
          {m.site_footer_home()}
        </Link>,
        <Link key="campaigns" to="/campaigns" className={linkClass}>
          {m.site_footer_campaigns()}
        </Link>,
      ],
    },
    {
      title: m.site_footer_get_started(),
      links: [
        <Link key="start" to="/campaigns/create" className={linkClass}>
          {m.site_footer_start()}
        </Link>,
        <Link key="sign-up" to="/auth" search={{ mode: 'signup' }} className={linkClass}>
          {m.site_footer_sign_up()}
        </Link>,
      ],
    },
    ...(hasDonate() ? [{ title: m.site_footer_support(), links: [<DonateLink key="donate" className={linkClass} />] }] : []),
  ]
}

/** Its links stay as the server drew them: no script of a visit is for them. */
export function Footer({ theme }: { theme: Theme }) {
  return (
    <footer className="mt-20 border-t-4 border-ink">
      <div className="page-column grid gap-8 py-10 xl:grid-cols-[1fr_auto]">
        <RoutedLinks>
          <Still onServer={onServer()} load={() => import('./footer-links.tsx').then((part) => <part.FooterLinks />)} />
        </RoutedLinks>
        <ThemeSwitch initial={theme} />
      <div className="page-column grid grid-cols-2 gap-x-8 gap-y-8 py-10 lg:flex lg:justify-between">
        <div className="max-w-sm max-lg:col-span-2">
          <Logo name={brand.name} />
          <p className="mt-3 text-sm text-muted">{m.site_footer_line(nouns)}</p>
        </div>
        {columns().map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="type-kicker text-muted">{title}</h2>
            <ul className="mt-1">
              {links.map((link) => (
                <li key={link.key}>{link}</li>
              ))}
            </ul>
          </nav>
        ))}
        <div className="max-lg:col-span-2">
          <ThemeSwitch initial={theme} />
          <PrivacyChoices className={linkClass} />
        </div>
      </div>
    </footer>
  )
}
