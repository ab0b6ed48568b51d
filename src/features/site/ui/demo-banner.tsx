import { m } from '#messages'
import { nouns } from '#platform/brand.ts'

export function DemoBanner() {
  return (
    <aside aria-label={m.site_demo_label()} className="bg-rising text-on-rising">
      <p className="page-column type-label py-1.5 text-sm">{m.site_demo(nouns)}</p>
    </aside>
  )
}
