import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '#design/button.tsx'
import { ErrorState } from '#design/states.tsx'
import { m } from '#messages'

/** "Something went wrong", with two ways on. */
export function ErrorPage({ reset }: ErrorComponentProps) {
  const retry = useRetry(reset)
  useEffect(() => {
    document.title = m.design_something_went_wrong()
  }, [])
  return (
    <div className="page-column py-12">
      <ErrorState level={1} onRetry={retry} action={<Button onClick={() => window.location.reload()}>{m.site_refresh()}</Button>}>
        {m.site_error_text()}
      </ErrorState>
    </div>
  )
}

/** Loads the page's data again, then draws it again. */
export function useRetry(reset: () => void): () => Promise<void> {
  const router = useRouter()
  return async () => {
    await router.invalidate()
    reset()
  }
}
