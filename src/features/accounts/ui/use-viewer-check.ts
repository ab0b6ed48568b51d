import { useCallback } from 'react'
import { useToast } from '#design/toasts.tsx'

/** Looks whether the page still belongs to whoever is signed in, and acts on it. Without the way to ask, nothing happens. */
export function useViewerCheck(viewerId: string | null): () => void {
  const toast = useToast()
  return useCallback(() => {
    // Comes when it is needed.
    import('./check-viewer.ts').then(({ checkViewer }) => checkViewer({ viewerId, toast })).catch(() => {})
  }, [viewerId, toast])
}
