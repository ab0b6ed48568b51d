import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#design/button.tsx'
import { FailureText } from '#design/field-texts.tsx'
import { Page } from '#design/page-states.tsx'
import { m } from '#messages'
import { linkHours } from '../terms.ts'
import { api } from './api.ts'

/** The page that a mailed link opens. Its button confirms, because mail scanners open every link. */
export function ConfirmControl({ token }: { token: string }) {
  const navigate = useNavigate()
  const [isFailed, setFailed] = useState(false)
  const [isSending, setSending] = useState(false)
  async function confirm() {
    setFailed(false)
    setSending(true)
    try {
      const { slug } = await api.confirm.call({ link: token })
      await navigate({ to: '/targets/$slug/represent', params: { slug } })
    } catch {
      setFailed(true)
    }
    setSending(false)
  }
  return (
    <Page title={m.replies_confirm_title()} lead={m.replies_confirm_text()}>
      <div className="mt-6">
        {isFailed && <FailureText>{m.replies_confirm_failed({ hours: linkHours })}</FailureText>}
        <Button tone="primary" size="lg" pending={isSending} onClick={confirm}>
          {m.replies_confirm()}
        </Button>
      </div>
    </Page>
  )
}
