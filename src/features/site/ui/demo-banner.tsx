import { m } from '#messages'

export function DemoBanner() {
  return (
    <p role="note" className="bg-rising text-on-rising">
      <span className="page-column type-label block py-1.5 text-sm">{m.site_demo()}</span>
    </p>
  )
}
