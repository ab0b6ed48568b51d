import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { Avatar } from '#design/avatar.tsx'
import { VisuallyHidden } from '#design/navigation.tsx'
import { m } from '#messages'
import type { Viewer } from '#platform/viewer.ts'
import { ClosingDetails } from './closing-details.tsx'
import { RoleLinks } from './role-links.tsx'
import { SignOut } from './sign-out.tsx'

const itemClass = 'type-label flex min-h-11 w-full items-center px-4 text-start no-underline hover:bg-sunk'

export function AccountMenu({ viewer }: { viewer: Viewer }) {
  return (
    <ClosingDetails className="relative">
      <summary className="type-label inline-flex min-h-11 max-w-56 items-center gap-2 rounded-sm px-2 hover:bg-sunk">
        <span aria-hidden="true">
          <Avatar name={viewer.displayName} src={viewer.avatarUrl} size="sm" />
        </span>
        <VisuallyHidden>{m.site_nav_account()}</VisuallyHidden>
        <span className="truncate lg:max-xl:sr-only">{viewer.displayName}</span>
        <ChevronDown className="turns size-4 shrink-0" aria-hidden="true" />
      </summary>
      <ul className="absolute end-0 top-full z-20 mt-2 min-w-52 border border-t-4 border-ink bg-raised py-1">
        <li>
          <Link to="/dashboard" className={itemClass}>
            {m.site_nav_dashboard()}
          </Link>
        </li>
        <li>
          <a href={`/u/${viewer.id}`} className={itemClass}>
            {m.site_nav_profile()}
          </a>
        </li>
        <li>
          <Link to="/settings" className={itemClass}>
            {m.site_nav_settings()}
          </Link>
        </li>
        <RoleLinks viewer={viewer} className={itemClass} />
        <li className="border-t border-line">
          <SignOut className={itemClass} />
        </li>
      </ul>
    </ClosingDetails>
  )
}
