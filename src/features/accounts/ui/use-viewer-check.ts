import { useCallback } from 'react'
import { useToast } from '#design/toasts.tsx'

/** Checks that the page still belongs to the signed-in person, and acts on it. Does nothing if the code cannot be loaded. */
export function useViewerCheck(viewerId: string | null): () => void {
  const toast = useToast()
  return useCallback(() => {
    import('./check-viewer.ts').then(({ checkViewer }) => checkViewer({ viewerId, toast })).catch(() => {})
  }, [viewerId, toast])
}
