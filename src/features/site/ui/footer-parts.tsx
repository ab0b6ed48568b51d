import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { Logo } from '#design/logo.tsx'
import { ThemeToggle } from '#design/theme-toggle.tsx'
import { m } from '#messages'
import { brand, nouns } from '#platform/brand.ts'
import { readSite } from '#platform/client/site.ts'
import type { Theme } from '#platform/page-context.ts'
import { DonateLink, hasDonate, PrivacyChoices } from './third-parties.tsx'

const linkClass = 'inline-flex min-h-11 items-center no-underline hover:underline hover:decoration-2 hover:underline-offset-4'
const pages = [
  { to: '/', name: m.site_footer_home },
  { to: '/explore', name: m.site_nav_explore },
  { to: '/campaigns', name: m.site_footer_campaigns },
  { to: '/targets', name: m.site_footer_targets },
  { to: '/industries', name: m.site_footer_industries },
  { to: '/causes', name: m.site_footer_causes },
  { to: '/communities', name: m.site_nav_communities },
] as const
const company = [
  { to: '/about', name: m.site_nav_about },
  { to: '/contact', name: m.site_footer_contact },
  { to: '/rules', name: m.site_footer_rules },
  { to: '/transparency', name: m.site_footer_transparency },
  { to: '/terms', name: m.site_footer_terms },
  { to: '/privacy', name: m.site_footer_privacy },
  { to: '/legal', name: m.site_footer_legal },
  { to: '/accessibility', name: m.site_footer_accessibility },
] as const

type Column = { title: string; links: ReactElement[] }

function columns(): Column[] {
  const linkTo = ({ to, name }: (typeof pages | typeof company)[number]) => (
    <Link key={to} to={to} className={linkClass}>
      {name()}
    </Link>
  )
  return [
    { title: m.site_footer_platform(), links: pages.map(linkTo) },
    { title: m.site_footer_company(), links: [...company.map(linkTo), ...sourceLinks()] },
    {
      title: m.site_footer_get_started(),
      links: [
        <Link key="start" to="/campaigns/create" className={linkClass}>
          {m.site_footer_start()}
        </Link>,
        ...(readSite().viewer
          ? []
          : [
              <Link key="sign-up" to="/auth" search={{ mode: 'signup' }} className={linkClass}>
                {m.site_footer_sign_up()}
              </Link>,
            ]),
      ],
    },
    ...(hasDonate() ? [{ title: m.site_footer_support(), links: [<DonateLink key="donate" className={linkClass} />] }] : []),
  ]
}

/** Section 13 of the AGPL asks for a prominent offer of the source code of the running version. */
function sourceLinks(): ReactElement[] {
  const { sourceUrl } = readSite().software
  if (sourceUrl === null) return []
  return [
    <a key="source" href={sourceUrl} className={linkClass}>
      {m.site_footer_source()}
    </a>,
  ]
}

export function FooterParts({ theme }: { theme: Theme }) {
  return (
    <div className="page-column grid gap-8 py-10 xl:grid-cols-[1fr_auto]">
      <Links />
      <div className="flex flex-col items-start gap-2">
        <ThemeSwitch initial={theme} />
        <PrivacyChoices className={linkClass} />
      </div>
    </div>
  )
}

function Links() {
  return (
    <div className={`grid grid-cols-2 gap-x-8 gap-y-8 md:grid-cols-3 ${hasDonate() ? 'lg:grid-cols-[2fr_1fr_1fr_1fr_1fr]' : 'lg:grid-cols-[2fr_1fr_1fr_1fr]'}`}>
      <div className="col-span-full lg:col-span-1">
        <Logo name={brand.name} />
        <p className="mt-3 text-sm text-muted">{(readSite().countsAccounts ? m.site_footer_line_accounts : m.site_footer_line)(nouns)}</p>
        <p className="mt-3 text-sm text-muted">{m.site_footer_version({ version: readSite().software.version })}</p>
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
    </div>
  )
}

/** The switch only; the footer applies the chosen theme. */
function ThemeSwitch({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial)
  return <ThemeToggle value={theme} onChange={setTheme} />
}
