import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useAlert } from '#design/alerts.tsx'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { Notification } from '../contract.ts'
import { notificationPlace } from '../link.ts'
import { changeHeld } from './held-notifications.ts'
import { useMarkRead } from './use-marks.ts'

/**
 * Leads to what a notification is about and marks it as read. The place is loaded while the server answers whether it is
 * still there for this reader; where it is not, or nothing is to be had, a dialog says so and the reader stays.
 */
export function useOpen(onGoing: () => void = () => {}) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { alert } = useAlert()
  const { mutate, mutateAsync } = useMarkRead()
  const [openingId, setOpening] = useState<string | null>(null)

  async function open(notification: Notification) {
    const place = notificationPlace(notification)
    setOpening(notification.id)
    try {
      const [matches] = await Promise.all([router.preloadRoute(place), mutateAsync(notification)])
      if (matches?.some(({ status }) => status === 'notFound')) return await sayGone(notification)
      onGoing()
      await router.navigate(place)
    } catch (error) {
      if (refusalOf(error)?.status === 404) await sayGone(notification)
      else await alert(m.bell_open_failed())
    } finally {
      setOpening(null)
    }
  }
  async function sayGone({ id }: Notification) {
    await alert(m.bell_gone())
    changeHeld(queryClient, (items) => items.filter((item) => item.id !== id))
  }
  return {
    openingId,
    open,
    /** It is opened in another tab: here it is only read. */
    openElsewhere: (notification: Notification) => mutate(notification),
  }
}
