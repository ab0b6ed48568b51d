import { useEffect, useState } from 'react'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'

/** A bar on a page that was opened at another address than the site's own, where the server refuses what some browsers send. */
export function WrongAddress() {
  const { origin } = readSite()
  const [right, setRight] = useState<string | null>(null)
  useEffect(() => {
    const { origin: used, pathname, search } = window.location
    if (used !== origin) setRight(`${origin}${pathname}${search}`)
  }, [origin])
  if (!right) return null
  return (
    <p role="alert" className="page-column border-b-2 border-ink py-3 font-semibold wrap-anywhere">
      {m.site_wrong_address()}{' '}
      <a href={right} className="link inline-flex min-h-6 items-center">
        {origin}
      </a>
    </p>
  )
}
