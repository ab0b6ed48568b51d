import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useToast } from '#design/toasts.tsx'
import { addressPart } from '#features/campaigns/terms.ts'
import { m } from '#messages'
import { refetchAfterMutation } from '#platform/client/mutation-effects.ts'
import { api } from './api.ts'

/** Publishes the viewer's own draft as it is saved, and opens the page `to` at the campaign's new address. */
export function usePublish(id: string, to: '/campaigns/$slug' | '/campaigns/$slug/admin') {
  const queries = useQueryClient()
  const toast = useToast()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => api.publish.call({ id }),
    onSuccess: async (published) => {
      await refetchAfterMutation(queries)
      toast({ text: m.admin_published_now(), tone: 'victory' })
      await navigate({ to, params: { slug: addressPart(published) }, replace: true })
    },
  })
}
