import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { api, ownPush } from './api.ts'
import { askPermission, type Standing, standingOf, subscribe, unsubscribe } from './browser.ts'

type Said = { saved: string | null; problem: string | null }
const silence: Said = { saved: null, problem: null }

/** How this browser stands (null until that is known), and turning it on and off. */
export function useNotifyMe() {
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery(ownPush())
  const [standing, setStanding] = useState<Standing | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState(silence)

  useEffect(() => {
    if (!data) return
    let isCurrent = true
    const look = () =>
      void standingOf(data).then(
        (found) => isCurrent && setStanding(found),
        () => isCurrent && setStanding('unsupported'),
      )
    look()
    // Back from the browser's own settings, where it may have been allowed or taken back.
    window.addEventListener('focus', look)
    return () => {
      isCurrent = false
      window.removeEventListener('focus', look)
    }
  }, [data])

  async function run(act: () => Promise<Said>) {
    if (isBusy) return
    setBusy(true)
    setSaid(silence)
    setSaid(await act().catch((error: unknown) => ({ saved: null, problem: problemText(error) })))
    setBusy(false)
  }

  async function start(publicKey: string): Promise<Said> {
    if (!(await askPermission())) {
      if (Notification.permission === 'denied') setStanding('denied')
      return { saved: null, problem: Notification.permission === 'denied' ? null : m.push_not_allowed() }
    }
    const subscription = await subscribe(publicKey).catch(() => null)
    if (!subscription) return { saved: null, problem: m.push_unreachable() }
    try {
      queryClient.setQueryData(ownPush().queryKey, await api.add.call(subscription))
    } catch (error) {
      // Else the browser would say that it is told, and nobody would tell it.
      await unsubscribe().catch(() => null)
      throw error
    }
    setStanding('on')
    return { saved: m.push_started(), problem: null }
  }

  async function stop(): Promise<Said> {
    const endpoint = await unsubscribe()
    setStanding('off')
    if (endpoint !== null) queryClient.setQueryData(ownPush().queryKey, await api.remove.call({ endpoint }))
    return { saved: m.push_stopped(), problem: null }
  }

  const publicKey = data?.publicKey ?? null
  return {
    isHidden: data?.publicKey === null,
    standing,
    isError: isError && !data,
    retry: () => void refetch(),
    isBusy,
    said,
    start: () => publicKey !== null && void run(() => start(publicKey)),
    stop: () => void run(stop),
  }
}

function problemText(error: unknown): string {
  const code = refusalOf(error)?.code
  if (code === 'UNAUTHORIZED') return m.push_signed_out()
  return code === 'ENDPOINT_NOT_ALLOWED' ? m.push_service_unknown() : m.push_failed()
}
