import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useToast } from '#design/toasts.tsx'
import { addressPart } from '#features/campaigns/terms.ts'
import { m } from '#messages'
import { actDone } from '#platform/client/own-acts.ts'
import { api } from './api.ts'

/** Publishes an own draft as it is saved, and goes on to the address that it has from then on: that of the page `to`. */
export function usePublish(id: string, to: '/campaigns/$slug' | '/campaigns/$slug/admin') {
  const queries = useQueryClient()
  const toast = useToast()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => api.publish.call({ id }),
    onSuccess: async (published) => {
      await actDone(queries)
      toast({ text: m.admin_published_now(), tone: 'victory' })
      await navigate({ to, params: { slug: addressPart(published) }, replace: true })
    },
  })
}
