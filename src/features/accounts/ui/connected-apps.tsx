import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAlert } from '#design/alerts.tsx'
import { Badge } from '#design/badge.tsx'
import { Button } from '#design/button.tsx'
import { Skeleton } from '#design/skeleton.tsx'
import { ErrorState } from '#design/states.tsx'
import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { Ways } from '../contract.ts'
import { mayUnlink } from '../policy.ts'
import { type WayName, wayTitles } from '../ways.ts'
import { api } from './api.ts'
import type { WaySearch } from './auth-search.ts'
import { ServerMessage, ServerProblem } from './form-parts.tsx'
import { goTo } from './go-to.ts'
import { LinkDialog } from './link-dialog.tsx'
import { useGoing } from './use-going.ts'
import { wayProblemText } from './way-problem-text.ts'

/** Other sites through which the viewer can sign in, with buttons to link and unlink. The props are the result of the last visit to one. */
export function ConnectedApps({ linked, ...result }: WaySearch) {
  const ways = useQuery(api.ways.queryOptions({ input: {} }))
  const isNowLinked = linked !== undefined && (ways.data?.others.some(({ name, isLinked }) => name === linked && isLinked) ?? false)
  return (
    <div className="flex flex-col gap-5">
      <p className="-mt-2 max-w-prose text-muted">{m.accounts_ways_lead()}</p>
      <ServerProblem text={wayProblemText(result)} />
      <ServerMessage text={isNowLinked ? m.accounts_ways_now_linked({ name: wayTitles[linked] }) : null} />
      {ways.data ? (
        <WayList ways={ways.data} />
      ) : ways.isError ? (
        <ErrorState level={3} onRetry={() => void ways.refetch()} />
      ) : (
        <div role="status" aria-label={m.accounts_ways_loading()} className="flex flex-col gap-px border-y border-line">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="my-3 h-11" />
          ))}
        </div>
      )}
    </div>
  )
}

function WayList({ ways }: { ways: Ways }) {
  const queries = useQueryClient()
  const toast = useToast()
  const { confirm } = useAlert()
  const [leaving, setLeaving] = useGoing<WayName>()
  const [unlinking, setUnlinking] = useState<WayName | null>(null)
  const [asking, setAsking] = useState<WayName | null>(null)

  async function link(name: WayName) {
    if (leaving) return
    if (ways.hasPassword) return setAsking(name)
    setLeaving(name)
    const left = await goTo(`link/${name}`, {})
    if (left.ok) return
    setLeaving(null)
    toast({ text: left.text, tone: 'problem' })
  }

  async function unlink(name: WayName) {
    const named = { name: wayTitles[name] }
    if (!(await confirm(m.accounts_ways_unlink_text(named), { confirm: m.accounts_ways_unlink(), danger: true }))) return
    setUnlinking(name)
    try {
      queries.setQueryData(api.ways.queryKey({ input: {} }), await api.unlink.call({ provider: name }))
      toast({ text: m.accounts_ways_unlinked(named) })
    } catch (error) {
      toast({ text: refusalOf(error)?.code === 'LAST_WAY_IN' ? m.accounts_ways_last() : m.accounts_ways_unlink_failed(named), tone: 'problem' })
      await queries.invalidateQueries({ queryKey: api.ways.key() })
    }
    setUnlinking(null)
  }

  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {ways.others.map(({ name, isLinked, isConfigured }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 grow">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="type-label text-lg">{wayTitles[name]}</span>
                {isLinked && <Badge tone="outlined">{m.accounts_ways_linked()}</Badge>}
              </p>
              <p id={`way-${name}`} className="text-sm text-muted empty:hidden">
                {!isConfigured ? m.accounts_not_configured() : isLinked ? !mayUnlink(ways, name) && m.accounts_ways_last() : m.accounts_ways_not_linked()}
              </p>
            </div>
            {isLinked ? (
              <Button
                disabled={!mayUnlink(ways, name)}
                pending={unlinking === name}
                onClick={() => unlink(name)}
                aria-label={m.accounts_ways_unlink_named({ name: wayTitles[name] })}
                aria-describedby={`way-${name}`}
              >
                {m.accounts_ways_unlink()}
              </Button>
            ) : (
              <Button
                disabled={!isConfigured}
                pending={leaving === name}
                onClick={() => link(name)}
                aria-label={m.accounts_ways_link_named({ name: wayTitles[name] })}
                aria-describedby={`way-${name}`}
              >
                {m.accounts_ways_link()}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <LinkDialog name={asking} onClose={() => setAsking(null)} />
    </>
  )
}
