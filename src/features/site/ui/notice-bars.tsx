import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import type { Site } from '#platform/page-context.ts'

/** Notices that the site is a demo or read-only, and the administrators' banner. */
export function NoticeBars({ site: { isDemo, switches } }: { site: Site }) {
  const isReadOnly = switches.on.includes('read_only')
  return (
    <>
      {isDemo && (
        <aside aria-label={m.site_demo_label()} className="bg-rising text-on-rising">
          <p className="page-column type-label py-1.5 text-sm">{m.site_demo(nouns)}</p>
        </aside>
      )}
      {(isReadOnly || switches.banner) && (
        <aside aria-label={m.switches_notice()} className="border-b-2 border-ink bg-raised">
          <div className="page-column py-2 font-semibold [overflow-wrap:anywhere]">
            {switches.banner && <p dir="auto">{switches.banner}</p>}
            {isReadOnly && <p>{m.switches_read_only_now()}</p>}
          </div>
        </aside>
      )}
    </>
  )
}
