import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#design/badge.tsx'
import { Button } from '#design/button.tsx'
import { LoadMore } from '#design/load-more.tsx'
import { EmptyState } from '#design/states.tsx'
import { m } from '#messages'
import { stringifySearch } from '#platform/client/search-text.ts'
import { readSite } from '#platform/client/site.ts'
import { formatCount, fullDay } from '#platform/format.ts'
import { fullTime } from '#platform/time-text.ts'
import type { PersonRow } from '../contract.ts'
import { mayChangeRoles, mayReadAddress, maySuspend } from '../policy.ts'
import { type PeopleSearch, peoplePages } from './api.ts'
import { type PersonAct, PersonDialog } from './person-dialogs.tsx'
import { roleNames } from './role-texts.ts'

/** The people that match the address, each with the actions that the viewer may take. */
export function PeopleList({ search }: { search: PeopleSearch }) {
  const list = useInfiniteQuery(peoplePages(search))
  const [open, setOpen] = useState<{ act: PersonAct; person: PersonRow } | null>(null)
  const people = list.data?.pages.flatMap((page) => page.items) ?? []
  if (list.data && people.length === 0) return <EmptyState title={m.people_none()}>{m.people_none_text()}</EmptyState>
  return (
    <>
      <ul className="border-t border-ink">
        {people.map((person) => (
          <Row key={person.id} person={person} onAct={(act) => setOpen({ act, person })} />
        ))}
      </ul>
      <LoadMore list={list} hrefFrom={(next) => `/moderation/people${stringifySearch({ ...search, cursor: next })}`} />
      {open && <PersonDialog {...open} onClose={() => setOpen(null)} />}
    </>
  )
}

function Row({ person, onAct }: { person: PersonRow; onAct: (act: PersonAct) => void }) {
  const { viewer } = readSite()
  const { id, name, role, since, suspension, decisions } = person
  const isOpenToDecision = maySuspend(viewer, person)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 grow basis-72 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-2">
          <a href={`/u/${id}`} className="link font-semibold" dir="auto">
            {name}
          </a>
          {role !== 'member' && <Badge tone="outlined">{roleNames[role]()}</Badge>}
          {suspension && <Badge tone="active">{m.people_suspended()}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {m.people_since()} <time dateTime={since}>{fullDay(new Date(since))}</time>
          {' · '}
          <span className="font-mono text-xs">{id}</span>
        </p>
        {decisions > 0 && <p className="text-sm">{m.people_decisions({ count: decisions, shown: formatCount(decisions) })}</p>}
        {suspension && (
          <div className="mt-2 mb-1 border-s-4 border-s-accent ps-3">
            <p className="font-semibold">{suspension.until ? m.people_suspended_until({ time: fullTime(suspension.until) }) : m.people_suspended_for_ever()}</p>
            <p dir="auto">{suspension.reason}</p>
            {suspension.hidesContent && <p className="text-sm text-muted">{m.people_hidden_too()}</p>}
          </div>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {isOpenToDecision && suspension && (
          <Button size="sm" onClick={() => onAct('lift')} aria-label={m.people_lift_named({ name })}>
            {m.people_lift()}
          </Button>
        )}
        {isOpenToDecision && (
          <Button
            size="sm"
            onClick={() => onAct('suspend')}
            aria-label={suspension ? m.people_change_suspension_named({ name }) : m.people_suspend_named({ name })}
          >
            {suspension ? m.people_change_suspension() : m.people_suspend()}
          </Button>
        )}
        {mayChangeRoles(viewer) && (
          <Button size="sm" onClick={() => onAct('role')} aria-label={m.people_role_named({ name })}>
            {m.people_role()}
          </Button>
        )}
        {mayReadAddress(viewer, person) && (
          <Button size="sm" tone="quiet" onClick={() => onAct('address')} aria-label={m.people_address_named({ name })}>
            {m.people_address()}
          </Button>
        )}
      </div>
    </li>
  )
}
