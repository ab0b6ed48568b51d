import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { api, ownPush } from './api.ts'
import { askPermission, type SubscriptionState, subscribe, subscriptionState, unsubscribe } from './browser.ts'

type SaveResult = { saved: string | null; problem: string | null }
const silence: SaveResult = { saved: null, problem: null }

/** The push state of this browser (null until it is known), and functions to switch it on and off. */
export function useNotifyMe() {
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery(ownPush())
  const [subscription, setSubscription] = useState<SubscriptionState | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState(silence)

  useEffect(() => {
    if (!data) return
    let isCurrent = true
    const look = () =>
      void subscriptionState(data).then(
        (found) => isCurrent && setSubscription(found),
        () => isCurrent && setSubscription('unsupported'),
      )
    look()
    // The reader may have changed the permission in the browser's settings.
    window.addEventListener('focus', look)
    return () => {
      isCurrent = false
      window.removeEventListener('focus', look)
    }
  }, [data])

  async function run(act: () => Promise<SaveResult>) {
    if (isBusy) return
    setBusy(true)
    setSaid(silence)
    setSaid(await act().catch((error: unknown) => ({ saved: null, problem: problemText(error) })))
    setBusy(false)
  }

  async function start(publicKey: string): Promise<SaveResult> {
    if (!(await askPermission())) {
      if (Notification.permission === 'denied') setSubscription('denied')
      return { saved: null, problem: Notification.permission === 'denied' ? null : m.push_not_allowed() }
    }
    const subscription = await subscribe(publicKey).catch(() => null)
    if (!subscription) return { saved: null, problem: m.push_unreachable() }
    try {
      queryClient.setQueryData(ownPush().queryKey, await api.add.call(subscription))
    } catch (error) {
      // Without this the browser would remain subscribed, although the server sends nothing.
      await unsubscribe().catch(() => null)
      throw error
    }
    setSubscription('on')
    return { saved: m.push_started(), problem: null }
  }

  async function stop(): Promise<SaveResult> {
    const endpoint = await unsubscribe()
    setSubscription('off')
    if (endpoint !== null) queryClient.setQueryData(ownPush().queryKey, await api.remove.call({ endpoint }))
    return { saved: m.push_stopped(), problem: null }
  }

  const publicKey = data?.publicKey ?? null
  return {
    isHidden: data?.publicKey === null,
    subscription,
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
