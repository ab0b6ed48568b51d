import { m } from '#messages'

export function DemoBanner() {
  return (
    <aside aria-label={m.site_demo_label()} className="bg-rising text-on-rising">
      <p className="page-column type-label py-1.5 text-sm">{m.site_demo()}</p>
    </aside>
  )
}
