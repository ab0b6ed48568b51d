import { useQuery } from '@tanstack/react-query'
import { m } from '#messages'
import { apiFor } from '#platform/client/api.ts'
import { formatCount } from '#platform/format.ts'
import type { deliveredContract } from '../contract.ts'

const api = apiFor<typeof deliveredContract>('delivered')

/** For moderators: what had been delivered about content before it was hidden. */
export function DeliveredLine({ decisionId }: { decisionId: string }) {
  const { data } = useQuery(api.about.queryOptions({ input: { id: decisionId } }))
  if (!data) return null
  const { bells, mails, pushes } = data
  if (bells + mails + pushes === 0) return <p className="text-muted">{m.moderation_delivered_nothing()}</p>
  return <p className="text-muted">{m.moderation_delivered({ bells: formatCount(bells), mails: formatCount(mails), pushes: formatCount(pushes) })}</p>
}
