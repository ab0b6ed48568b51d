import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onMissed } from '#platform/client/live.ts'
import { reloadForMissingFiles } from '#platform/client/reload-once.ts'

/** Fetches again what may have changed unseen, and reloads a page whose files an update has taken away. */
export function useFreshPages() {
  const queryClient = useQueryClient()
  useEffect(() => onMissed(() => void queryClient.invalidateQueries()), [queryClient])
  useEffect(reloadForMissingFiles, [])
}
