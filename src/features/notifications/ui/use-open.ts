import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useAlert } from '#design/alerts.tsx'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { Notification } from '../contract.ts'
import { notificationLink } from '../link.ts'
import { changeCached } from './notification-cache.ts'
import { useMarkRead } from './use-marks.ts'

/**
 * Marks a notification as read and opens the page that it links to. Preloads that page while the server checks the viewer's access. If
 * there is no access, or a request fails, shows a dialog instead of navigating.
 */
export function useOpen(onGoing: () => void = () => {}) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { alert } = useAlert()
  const { mutate, mutateAsync } = useMarkRead()
  const [openingId, setOpening] = useState<string | null>(null)

  async function open(notification: Notification) {
    const place = notificationLink(notification)
    setOpening(notification.id)
    try {
      const [matches] = await Promise.all([router.preloadRoute(place), mutateAsync(notification)])
      if (matches?.some(({ status }) => status === 'notFound')) return await showGone(notification)
      onGoing()
      await router.navigate(place)
    } catch (error) {
      if (refusalOf(error)?.status === 404) await showGone(notification)
      else await alert(m.notifications_open_failed())
    } finally {
      setOpening(null)
    }
  }
  async function showGone({ id }: Notification) {
    await alert(m.notifications_gone())
    changeCached(queryClient, (items) => items.filter((item) => item.id !== id))
  }
  return {
    openingId,
    open,
    /** Only marks the notification as read, because the browser opens the link in another tab. */
    openElsewhere: (notification: Notification) => mutate(notification),
  }
}
