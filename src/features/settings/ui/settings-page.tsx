import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Page } from '#design/page-states.tsx'
import { SkeletonLines } from '#design/skeleton.tsx'
import { m } from '#messages'
import { HydrateWhenVisible } from '#platform/client/hydrate-when-visible.tsx'
import { type SettingsTab, settingsTabs } from '../terms.ts'
import { sectionParts } from './section-parts.ts'
import { tabTitles } from './tab-titles.ts'
import { UnsavedProvider, useUnsavedWarning } from './unsaved.ts'

/** Opened sections stay mounted while they are hidden, so that unsaved input is not lost. */
export function SettingsPage({ tab }: { tab: SettingsTab }) {
  const [opened, setOpened] = useState<readonly SettingsTab[]>([tab])
  if (!opened.includes(tab)) setOpened([...opened, tab])
  const unsaved = useUnsavedWarning()
  return (
    <Page title={m.settings_title()}>
      <noscript>
        <p className="mt-4 border-s-4 border-danger-text ps-3 font-semibold">{m.settings_needs_script()}</p>
      </noscript>
      <div className="mt-4 grid gap-x-12 gap-y-8 md:mt-8 md:grid-cols-[13rem_minmax(0,40rem)]">
        <Sections tab={tab} />
        <UnsavedProvider value={unsaved}>
          {opened.map((each) => (
            <Section key={each} name={each} isShown={each === tab} />
          ))}
        </UnsavedProvider>
      </div>
    </Page>
  )
}

const linkClass =
  'type-label flex min-h-11 items-center border-b-4 border-transparent pt-1 whitespace-nowrap text-muted no-underline -outline-offset-3 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink md:border-s-4 md:border-b-0 md:ps-4 md:pt-0 md:hover:border-line'

function Sections({ tab }: { tab: SettingsTab }) {
  const row = useRef<HTMLElement>(null)
  const begun = useRef(false)
  // On small screens the row scrolls horizontally. The selected tab is scrolled into view, unless the user scrolled the row before hydration.
  useEffect(() => {
    const wasMoved = !begun.current && row.current?.scrollLeft
    begun.current = true
    if (wasMoved) return
    const link = row.current?.querySelector(`[data-tab="${tab}"]`)
    if (row.current && link instanceof HTMLElement) row.current.scrollLeft = link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2
  }, [tab])
  return (
    <nav
      ref={row}
      aria-label={m.settings_sections()}
      className="relative -mx-4 overflow-x-auto border-b border-ink px-4 md:sticky md:top-6 md:mx-0 md:self-start md:overflow-visible md:border-b-0 md:px-0"
    >
      <ul className="flex gap-6 md:flex-col md:gap-0 md:border-s md:border-line">
        {settingsTabs.map((each) => (
          <li key={each} data-tab={each} className="md:-ms-px">
            <Link
              to="/settings"
              search={{ tab: each === 'account' ? undefined : each }}
              activeOptions={{ includeSearch: true, explicitUndefined: true }}
              className={linkClass}
            >
              {tabTitles[each]()}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Section({ name, isShown }: { name: SettingsTab; isShown: boolean }) {
  const { Part, begin } = sectionParts[name]
  return (
    <section hidden={!isShown} aria-labelledby={`settings-${name}`} className="min-w-0 md:col-start-2 md:row-start-1">
      <h2 id={`settings-${name}`} className="type-title mb-6 text-2xl">
        {tabTitles[name]()}
      </h2>
      <HydrateWhenVisible begin={begin} isWanted fallback={<SkeletonLines lines={6} />}>
        <Part />
      </HydrateWhenVisible>
    </section>
  )
}
