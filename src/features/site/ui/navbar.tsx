import { Link } from '@tanstack/react-router'
import { Menu, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { Logo } from '#design/logo.tsx'
import { useAuth } from '#features/accounts/ui/use-auth.ts'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'
import { AccountMenu } from './account-menu.tsx'
import { ClosingDetails } from './closing-details.tsx'
import { RoleLinks } from './role-links.tsx'
import { SignInLink } from './sign-in-link.tsx'
import { SignOut } from './sign-out.tsx'
import { DonateLink, hasDonate } from './third-parties.tsx'

const barLink =
  'type-label inline-flex min-h-11 items-center whitespace-nowrap border-b-4 border-transparent pt-1 text-base no-underline hover:border-line aria-[current=page]:border-accent'
const menuLink = 'type-title flex min-h-14 items-center border-b border-line text-xl no-underline hover:text-accent-text aria-[current=page]:text-accent-text'

const pages = [
  { to: '/explore', name: m.site_nav_explore },
  { to: '/campaigns', name: m.site_nav_campaigns },
  { to: '/communities', name: m.site_nav_communities },
  { to: '/about', name: m.site_nav_about },
] as const
const anySearch = { includeSearch: false }

type NavbarProps = {
  search: ReactNode
  /** For signed-in people: the bell, and the unread count in the menu of small screens. */
  bell: ReactNode
  unread: ReactNode
}

export function Navbar({ search, bell, unread }: NavbarProps) {
  const { viewer } = useAuth()
  return (
    <header className="relative border-b border-ink bg-paper has-[details[open]]:z-40">
      <div className="page-column flex min-h-16 items-center justify-between gap-2 sm:gap-6 lg:gap-4 xl:gap-6">
        <Link to="/" aria-label={brand.name} className="inline-flex min-h-11 items-center no-underline">
          <Logo name={brand.name} />
        </Link>
        <nav aria-label={m.site_nav_main()} className="hidden items-center gap-4 lg:flex xl:gap-6">
          {pages.map(({ to, name }) => (
            <Link key={to} to={to} activeOptions={anySearch} className={barLink}>
              {name()}
            </Link>
          ))}
        </nav>
        {search}
        {viewer && bell}
        <div className="ms-auto hidden items-center gap-4 lg:flex xl:gap-6">
          <DonateLink className={barLink} />
          <Link to="/campaigns/create" className={cx(buttonClass(), 'whitespace-nowrap')}>
            <Plus className="size-4" strokeWidth={3} aria-hidden="true" />
            {m.site_nav_start()}
          </Link>
          {viewer ? <AccountMenu viewer={viewer} /> : <SignInLink className={barLink} />}
        </div>
        <ClosingDetails className="lg:hidden">
          <summary className={buttonClass({ tone: 'quiet' })}>
            <Menu className="size-5" aria-hidden="true" />
            <span className="max-[22rem]:sr-only">{m.site_nav_menu()}</span>
          </summary>
          <nav aria-label={m.site_nav_main()} className="absolute inset-x-0 top-full z-40 border-b-4 border-ink bg-paper">
            <ul className="page-column flex flex-col py-2">
              {pages.map(({ to, name }) => (
                <li key={to}>
                  <Link to={to} activeOptions={anySearch} className={menuLink}>
                    {name()}
                  </Link>
                </li>
              ))}
              {hasDonate() && (
                <li>
                  <DonateLink className={menuLink} />
                </li>
              )}
              <li>
                <Link to="/campaigns/create" className={menuLink}>
                  {m.site_nav_start()}
                </Link>
              </li>
              {viewer ? (
                <>
                  <li>
                    <Link to="/notifications" className={cx(menuLink, 'gap-3')}>
                      {m.site_nav_notifications()}
                      {unread}
                    </Link>
                  </li>
                  <li>
                    <Link to="/dashboard" className={menuLink}>
                      {m.site_nav_dashboard()}
                    </Link>
                  </li>
                  <li>
                    <a href={`/u/${viewer.id}`} className={menuLink}>
                      {m.site_nav_profile()}
                    </a>
                  </li>
                  <li>
                    <Link to="/settings" className={menuLink}>
                      {m.site_nav_settings()}
                    </Link>
                  </li>
                  <RoleLinks viewer={viewer} className={menuLink} />
                  <li>
                    <SignOut className={`${menuLink} w-full`} />
                  </li>
                </>
              ) : (
                <li>
                  <SignInLink className={menuLink} />
                </li>
              )}
            </ul>
          </nav>
        </ClosingDetails>
      </div>
    </header>
  )
}
