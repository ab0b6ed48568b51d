import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'
import { actDone } from '#platform/client/own-acts.ts'
import { api } from './api.ts'

/** Publishes an own draft as it is saved. */
export function usePublish(id: string) {
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: () => api.publish.call({ id }),
    onSuccess: async () => {
      await actDone(queries)
      toast({ text: m.admin_published_now(), tone: 'victory' })
    },
  })
}
