import { ORPCError } from '@orpc/server'
import { type RefusedSuspension, suspendedText, suspensionOf } from '#features/moderation/server/public.ts'
import type { Db } from '#platform/server/store/open-store.ts'

/** The suspension that keeps a person from signing in; null if there is none. */
export type SuspensionReader = (personId: string) => Promise<RefusedSuspension | null>

/** Reads suspensions. It ends one whose time is over, because the job that does so may not have run yet. */
export function openSuspensionReader({ db, onSuspensionOver }: { db: Db; onSuspensionOver: (personId: string) => Promise<void> }): SuspensionReader {
  return async (personId) => {
    const suspension = await suspensionOf(db, personId)
    if (!suspension?.until || suspension.until > new Date()) return suspension
    await onSuspensionOver(personId)
    return suspensionOf(db, personId)
  }
}

/** Refuses a sign-in with the right password. The `text` is for the form. */
export async function refuseSuspended(suspensionAt: SuspensionReader, personId: string): Promise<void> {
  const suspension = await suspensionAt(personId)
  if (!suspension) return
  const { until, rule, reason } = suspension
  const data = { until, rule, reason, text: suspendedText(suspension) }
  throw new ORPCError('ACCOUNT_SUSPENDED', { status: 403, message: 'This account is suspended.', data })
}
