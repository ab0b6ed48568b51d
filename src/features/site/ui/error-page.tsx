import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Button } from '#design/button.tsx'
import { ErrorState } from '#design/states.tsx'
import { m } from '#messages'
import { useRetryWhenMissed } from '#platform/client/retry-when-missed.ts'
import { useIsOffline } from './use-is-offline.ts'

/** "Something went wrong" or "You are offline", with buttons to retry and to reload. */
export function ErrorPage({ reset }: ErrorComponentProps) {
  const isOffline = useIsOffline()
  useEffect(() => {
    document.title = isOffline ? m.site_offline_title() : m.design_something_went_wrong()
  }, [isOffline])
  return <FailedPage reset={reset}>{m.site_error_text()}</FailedPage>
}

type FailedProps = { reset: () => void; children: ReactNode }

/** Replaces a page that could not be loaded. */
export const FailedPage = (props: FailedProps) => (
  <div className="page-column py-12">
    <Failed {...props} level={1} />
  </div>
)

/** Replaces a list that could not be loaded. Retries by itself when the network or the server is available again. */
export function Failed({ reset, children, level = 2 }: FailedProps & { level?: 1 | 2 }) {
  const retry = useRetry(reset)
  const isOffline = useIsOffline()
  useRetryWhenMissed(() => void retry())
  return (
    <ErrorState
      level={level}
      {...(isOffline && { title: m.site_offline_title() })}
      onRetry={retry}
      action={<Button onClick={() => window.location.reload()}>{m.site_refresh()}</Button>}
    >
      {isOffline ? m.site_offline_text() : children}
    </ErrorState>
  )
}

/** Reloads the page's data and renders the page again. */
export function useRetry(reset: () => void): () => Promise<void> {
  const router = useRouter()
  return async () => {
    await router.invalidate()
    reset()
  }
}
