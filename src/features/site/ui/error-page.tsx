import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Button } from '#design/button.tsx'
import { ErrorState } from '#design/states.tsx'
import { m } from '#messages'

/** "Something went wrong", with two ways on. */
export function ErrorPage({ reset }: ErrorComponentProps) {
  useEffect(() => {
    document.title = m.design_something_went_wrong()
  }, [])
  return <FailedPage reset={reset}>{m.site_error_text()}</FailedPage>
}

type FailedProps = { reset: () => void; children: ReactNode }

/** In place of a page that did not come: what did not, and the same two ways on. */
export const FailedPage = (props: FailedProps) => (
  <div className="page-column py-12">
    <Failed {...props} level={1} />
  </div>
)

/** In place of what a page lists, under its own heading. */
export function Failed({ reset, children, level = 2 }: FailedProps & { level?: 1 | 2 }) {
  const retry = useRetry(reset)
  return (
    <ErrorState level={level} onRetry={retry} action={<Button onClick={() => window.location.reload()}>{m.site_refresh()}</Button>}>
      {children}
    </ErrorState>
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
