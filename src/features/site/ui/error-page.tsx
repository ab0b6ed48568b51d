import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '#design/button.tsx'
import { ErrorState } from '#design/states.tsx'
import { m } from '#messages'

/** "Something went wrong", with two ways on. */
export function ErrorPage({ reset }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => {
    document.title = m.design_something_went_wrong()
  }, [])
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  return (
    <div className="page-column py-12">
      <ErrorState level={1} onRetry={retry} action={<Button onClick={() => window.location.reload()}>{m.site_refresh()}</Button>}>
        {m.site_error_text()}
      </ErrorState>
    </div>
  )
}
