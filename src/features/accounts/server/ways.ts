import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Ways } from '../contract.ts'
import { type WayName, wayNames } from '../ways.ts'

/** The ways in which a person can sign in. A password counts only together with an address. */
export async function waysOf(db: Db | Tx, { personId, configured }: { personId: string; configured: readonly WayName[] }): Promise<Ways> {
  const rows = await db
    .selectFrom('auth_account as a')
    .innerJoin('person as p', 'p.id', 'a.person_id')
    .select(['a.provider_id', 'p.email'])
    .where('a.person_id', '=', personId)
    .execute()
  return {
    hasPassword: rows.some(({ provider_id, email }) => provider_id === 'credential' && email !== null),
    others: wayNames.map((name) => ({
      name,
      isLinked: rows.some(({ provider_id }) => provider_id === name),
      isConfigured: configured.includes(name),
    })),
  }
}

export async function lockPerson(tx: Tx, personId: string): Promise<void> {
  await tx.selectFrom('person').select('id').where('id', '=', personId).forUpdate().executeTakeFirst()
}

export async function dropWay(tx: Tx, { personId, provider }: { personId: string; provider: WayName }): Promise<void> {
  await tx.deleteFrom('auth_account').where('person_id', '=', personId).where('provider_id', '=', provider).execute()
}
