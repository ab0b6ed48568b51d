import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ResendConfirmation } from '#features/accounts/ui/resend-confirmation.tsx'
import { m } from '#messages'
import { pledgeInFull } from './api.ts'

/** The address that the confirmation link was sent to, and ways to send it again or to correct the address. */
export function OneStep({ campaignId }: { campaignId: string }) {
  const { data } = useQuery(pledgeInFull(campaignId))
  const email = data?.unconfirmedEmail
  return (
    <div className="border-s-4 border-rising ps-3">
      <p className="wrap-anywhere">{email ? m.pledges_link_sent_to({ email }) : m.pledges_link_sent()}</p>
      <div className="flex flex-wrap items-center gap-x-4">
        <ResendConfirmation />
        <Link to="/settings" className="link inline-flex min-h-11 items-center text-sm">
          {m.pledges_wrong_address()}
        </Link>
      </div>
    </div>
  )
}
