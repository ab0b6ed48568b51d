import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAlert } from '#design/alerts.tsx'
import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'
import { focusNeighbor } from '#platform/client/focus-neighbor.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { FailedItem } from '../contract.ts'
import { api } from './api.ts'
import { itemText } from './words.ts'

/** Retries or drops an item after a confirmation. `busy` is the id of the item whose request is under way. */
export function useFailedActs() {
  const queryClient = useQueryClient()
  const toast = useToast()
  const { confirm } = useAlert()
  const [busy, setBusy] = useState<string | null>(null)

  async function act(item: FailedItem, { send, done }: { send: (one: Pick<FailedItem, 'queue' | 'id'>) => Promise<unknown>; done: string }) {
    const keepFocus = focusNeighbor()
    setBusy(item.id)
    try {
      await send({ queue: item.queue, id: item.id })
      toast({ text: done })
    } catch (error) {
      const isGone = refusalOf(error)?.status === 404
      toast({ text: isGone ? m.operator_act_gone() : m.operator_act_failed(), tone: isGone ? 'plain' : 'problem' })
    } finally {
      setBusy(null)
      keepFocus()
      void queryClient.invalidateQueries({ queryKey: api.key() })
    }
  }

  return {
    busy,
    async retry(item: FailedItem) {
      if (busy === null && (await confirm(m.operator_retry_ask({ item: itemText(item) }), { confirm: m.operator_retry() })))
        await act(item, { send: (one) => api.retry.call(one), done: m.operator_retried_done() })
    },
    async drop(item: FailedItem) {
      if (busy === null && (await confirm(m.operator_drop_ask({ item: itemText(item) }), { confirm: m.operator_drop(), danger: true })))
        await act(item, { send: (one) => api.drop.call(one), done: m.operator_dropped_done() })
    },
  }
}
