import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { type ComponentType, type SyntheticEvent, useRef, useState } from 'react'
import { ErrorState } from '#design/states.tsx'
import { ClosingDetails } from '#features/site/ui/closing-details.tsx'
import { m } from '#messages'
import { useRetryWhenMissed } from '#platform/client/retry-when-missed.ts'
import { bellState } from './api.ts'
import { ListLoading } from './list-loading.tsx'
import { MarkAllRead } from './mark-all-read.tsx'
import { SpokenBell } from './spoken-bell.tsx'
import { CountMark, unreadText } from './unread-count.tsx'
import { useBell } from './use-bell.ts'

type List = ComponentType<{ onGoing: () => void }>

/** The bell with the unread count, and a menu of the newest notifications. Without JavaScript the menu has only the link to the page. */
export function Bell() {
  const state = useBell()
  const unread = state?.unread ?? 0
  const frame = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { List, isMissing, load } = useLateList()
  const toggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
    setOpen(currentTarget.open)
    if (!currentTarget.open) return
    // Limits the menu to the space below the header, so that "See all" is visible. A CSS minimum keeps space for at least one line.
    frame.current?.style.setProperty('--above', `${Math.max(0, Math.ceil(frame.current.getBoundingClientRect().top))}px`)
    load()
  }
  const close = () => {
    const menu = frame.current?.closest('details')
    if (menu) menu.open = false
  }
  return (
    <>
      <ClosingDetails className="md:relative" onToggle={toggle}>
        <summary
          aria-label={unread > 0 ? m.notifications_name_unread({ shown: unreadText(unread) }) : m.notifications_name()}
          className="relative grid size-11 place-items-center rounded-sm transition-colors hover:bg-sunk"
        >
          <BellIcon className="size-5" aria-hidden="true" />
          {unread > 0 && <CountMark unread={unread} className="absolute start-5.5 top-0.5 ring-2 ring-paper" />}
        </summary>
        <section
          ref={frame}
          aria-label={m.notifications_name()}
          className="absolute inset-x-0 top-full z-20 max-h-[max(16rem,calc(100dvh-var(--above,6rem)))] overflow-y-auto overscroll-contain border-b-4 border-ink bg-raised md:inset-x-auto md:end-0 md:mt-2 md:max-h-[clamp(16rem,calc(100dvh-var(--above,6rem)-0.5rem),36rem)] md:w-104 md:border md:border-t-4"
        >
          <header className="sticky top-0 z-10 flex min-h-14 items-center justify-between gap-4 border-b border-line bg-raised ps-4 pe-2">
            <h2 className="type-title text-xl">{m.notifications_name()}</h2>
            <MarkAllRead state={state} size="sm" />
          </header>
          {isOpen && List && <List onGoing={close} />}
          {isOpen && !List && (isMissing ? <ListMissing load={load} /> : <ListLoading />)}
          <Link
            to="/notifications"
            className="type-label sticky bottom-0 flex min-h-12 items-center justify-center border-t border-line bg-raised px-4 no-underline hover:bg-sunk"
          >
            {m.notifications_see_all()}
          </Link>
        </section>
      </ClosingDetails>
      {/* Outside the menu, because screen readers do not announce the content of a closed one. */}
      <SpokenBell state={state} />
    </>
  )
}

/** Loads the code of the list when the menu is opened. */
function useLateList() {
  const [List, setList] = useState<List | null>(null)
  const [isMissing, setMissing] = useState(false)
  const load = () => {
    setMissing(false)
    import('./newest-list.tsx').then(
      ({ NewestList }) => setList(() => NewestList),
      () => setMissing(true),
    )
  }
  return { List, isMissing, load }
}

function ListMissing({ load }: { load: () => void }) {
  useRetryWhenMissed(load)
  return (
    <ErrorState level={3} onRetry={load} className="border-0 px-4">
      {m.notifications_failed()}
    </ErrorState>
  )
}

/** The unread count next to the menu entry on small screens. */
export function MenuCount() {
  const unread = useQuery(bellState()).data?.unread ?? 0
  if (unread === 0) return null
  return (
    <>
      <CountMark unread={unread} />
      <span className="sr-only">{m.notifications_unread_count({ shown: unreadText(unread) })}</span>
    </>
  )
}
