import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { areWordsOver } from '#features/moderation/server/public.ts'
import { appealMonths } from '#features/moderation/terms.ts'
import type { Db } from '#platform/server/store/open-store.ts'

/** Creates and checks the tokens in links to statements. */
export type StatementTokens = {
  /** Null if nobody may open the statement by a link any more. */
  make: (decisionId: string) => Promise<string | null>
  /** The author for whom the token opens the statement; null if it does not. */
  authorOf: (decisionId: string, token: string) => Promise<string | null>
}

type Options = { db: Db; secret: string; previous?: readonly string[] }
type Holder = { personId: string; boundTo: string }

const bytes = 16

/**
 * A token opens the statement of one decision without a session, because a suspended author cannot sign in. It is bound to the author's confirmed
 * address, so that a mail in an earlier mailbox opens nothing after a change, and it is valid as long as the words of the decision or of its appeal
 * are kept. Tokens of an earlier secret are accepted while that secret is in `previous`.
 */
export function openStatementTokens({ db, secret, previous = [] }: Options): StatementTokens {
  const keys = [secret, ...previous].map((each) => createHmac('sha256', each).update('statements of reasons').digest())
  const signed = (key: Uint8Array, decisionId: string, { boundTo }: Holder) =>
    createHmac('sha256', key).update(`${decisionId} ${boundTo}`).digest().subarray(0, bytes)
  return {
    async make(decisionId) {
      const holder = await holderOf(db, decisionId)
      return holder && signed(keys[0] ?? Buffer.alloc(0), decisionId, holder).toString('base64url')
    },
    async authorOf(decisionId, token) {
      const given = Buffer.from(token, 'base64url')
      const holder = given.length === bytes ? await holderOf(db, decisionId) : null
      return holder && keys.some((key) => timingSafeEqual(signed(key, decisionId, holder), given)) ? holder.personId : null
    },
  }
}

/** The author of the content of a decision, or the suspended person; null if their account is deleted or the words are. */
async function holderOf(db: Db, decisionId: string): Promise<Holder | null> {
  const { rows } = await sql<Holder>`
    select p.id as "personId", case when p.email_verified then p.email else p.id::text end as "boundTo"
    from moderation_decision d join person p on p.id = d.author_id
    where d.id = ${decisionId} and p.deleted_at is null and (not ${areWordsOver} or exists (
      select from moderation_appeal a where a.decision_id = d.id and a.decided_at >= now() - make_interval(months => ${appealMonths})))`.execute(db)
  return rows[0] ?? null
}
