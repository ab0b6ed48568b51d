import type { QuietStep } from '#features/pledges/quiet/terms.ts'
import { beginQuietCounting } from '#features/pledges/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Viewer } from '#platform/viewer.ts'
import { mayCountQuietly } from '../policy.ts'
import { lockCampaign } from './access.ts'

type Choice = { id: string; every: QuietStep | null; viewer: Viewer }

/**
 * Stores how often the creator wants the numbers to move. Quiet counting begins at once; a change and the end take effect at the next step,
 * so that they publish nothing by themselves.
 */
export async function setQuiet(tx: Tx, { id, every, viewer }: Choice): Promise<{ id: string } | 'absent' | 'forbidden' | 'not active'> {
  const locked = await lockCampaign(tx, { id, viewer })
  if (!locked) return 'absent'
  if (!locked.viewer.isCreator) return 'forbidden'
  if (!mayCountQuietly(locked)) return 'not active'
  await tx.updateTable('campaign').set({ quiet_every: every }).where('id', '=', id).execute()
  await beginQuietCounting(tx, id)
  return { id }
}
