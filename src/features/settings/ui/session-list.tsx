import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#design/badge.tsx'
import { Button } from '#design/button.tsx'
import { Outcome } from '#design/outcome.tsx'
import { SkeletonLines } from '#design/skeleton.tsx'
import { ErrorState } from '#design/states.tsx'
import { Moment, useNow } from '#design/time.tsx'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { relativeTime } from '#platform/time-text.ts'
import type { Session } from '../contract.ts'
import { api, ownSessions } from './api.ts'
import { savingProblem } from './problem-text.ts'

/** All sessions of the account, each with a sign-out button. */
export function SessionList() {
  const { data, dataUpdatedAt, isError, refetch } = useQuery(ownSessions())
  const now = useNow(dataUpdatedAt || undefined)
  const { end, endOthers, busy, said } = useEnding()
  if (isError && !data) {
    return (
      <ErrorState title={m.settings_sessions_failed()} level={3} onRetry={() => void refetch()}>
        {null}
      </ErrorState>
    )
  }
  if (!data) return <SkeletonLines lines={3} />
  return (
    <>
      <ul className="-mt-4 divide-y divide-line border-b border-line">
        {data.items.map((session) => (
          <Row key={session.id} session={session} now={now} isEnding={busy === session.id} onEnd={() => end(session.id)} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {data.items.length > 1 ? (
          <Button onClick={endOthers} pending={busy === 'others'}>
            {m.settings_sessions_end_others()}
          </Button>
        ) : (
          <p className="text-muted">{m.settings_sessions_only()}</p>
        )}
        <Outcome {...said} />
      </div>
    </>
  )
}

function useEnding() {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)
  const [said, setSaid] = useState<{ saved: string | null; problem: string | null }>({ saved: null, problem: null })

  async function run(name: string, act: () => Promise<string>) {
    if (busy !== null) return
    setBusy(name)
    setSaid({ saved: null, problem: null })
    try {
      const saved = await act()
      await queryClient.invalidateQueries({ queryKey: ownSessions().queryKey })
      setSaid({ saved, problem: null })
    } catch (error) {
      setSaid({ saved: null, problem: savingProblem(error, { failed: m.settings_failed }) })
    } finally {
      setBusy(null)
    }
  }

  return {
    busy,
    said,
    end: (id: string) =>
      run(id, async () => {
        // A session that no longer exists counts as signed out.
        await api.endSession.call({ id }).catch((error: unknown) => {
          if (refusalOf(error)?.code !== 'NOT_FOUND') throw error
        })
        return m.settings_session_ended()
      }),
    endOthers: () => run('others', async () => m.settings_sessions_ended({ count: (await api.endOtherSessions.call({})).ended })),
  }
}

type RowProps = { session: Session; now: Date; isEnding: boolean; onEnd: () => void }

function Row({ session, now, isEnding, onEnd }: RowProps) {
  const { signedInAt, lastSeenAt, isThis } = session
  const device = deviceText(session)
  const date = relativeTime(signedInAt, now)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {device}
          {isThis && <Badge tone="outlined">{m.settings_session_this()}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {m.settings_session_since({ date })}
          {!isThis && (
            <>
              {' · '}
              {m.settings_session_seen()} <Moment at={lastSeenAt} now={now} />
            </>
          )}
        </p>
      </div>
      {!isThis && (
        <Button size="sm" onClick={onEnd} pending={isEnding} aria-label={m.settings_session_end_named({ device, date })}>
          {m.settings_session_end()}
        </Button>
      )}
    </li>
  )
}

function deviceText({ browser, system }: Session): string {
  if (browser && system) return m.settings_session_on({ browser, system })
  return browser ?? system ?? m.settings_session_unknown()
}
