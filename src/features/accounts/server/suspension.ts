import { ORPCError } from '@orpc/server'
import { type RefusedSuspension, suspendedText, suspensionOf } from '#features/moderation/server/public.ts'
import type { Db } from '#platform/server/store/open-store.ts'

/** `statementToken` opens the statement of the decision without a session, because mail may be off. Null if there is no decision. */
export type SignInRefusal = RefusedSuspension & { statementToken: string | null }

/** The suspension that keeps a person from signing in; null if there is none. */
export type SuspensionReader = (personId: string) => Promise<SignInRefusal | null>

type Options = {
  db: Db
  onSuspensionOver: (personId: string) => Promise<void>
  /** Creates the token of a link to a decision's statement. */
  statementTokenOf: (decisionId: string) => Promise<string | null>
}

/** Reads suspensions. It ends one whose time is over, because the job that does so may not have run yet. */
export function openSuspensionReader({ db, onSuspensionOver, statementTokenOf }: Options): SuspensionReader {
  return async (personId) => {
    let suspension = await suspensionOf(db, personId)
    if (suspension?.until && suspension.until <= new Date()) {
      await onSuspensionOver(personId)
      suspension = await suspensionOf(db, personId)
    }
    return suspension && { ...suspension, statementToken: suspension.decisionId && (await statementTokenOf(suspension.decisionId)) }
  }
}

/** Refuses a sign-in with the right password. The `text` is for the form. */
export async function refuseSuspended(suspensionAt: SuspensionReader, personId: string): Promise<void> {
  const suspension = await suspensionAt(personId)
  if (!suspension) return
  const { until, rule, reason, decisionId, statementToken } = suspension
  const data = { until, rule, reason, decisionId, statementToken, text: suspendedText(suspension) }
  throw new ORPCError('ACCOUNT_SUSPENDED', { status: 403, message: 'This account is suspended.', data })
}
