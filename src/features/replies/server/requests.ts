import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#platform/server/idempotency.ts'
import type { OnSent } from '#platform/server/mail/mail-queue.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { isVisible } from '#platform/server/store/visible.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { CompanyRequest } from '../contract.ts'
import { mailStateOf, mayAsk, requestBarrier } from '../policy.ts'
import { requestDays } from '../terms.ts'
import { isSharedDomain } from './company-domain.ts'

type AskableRow = {
  targetId: string
  company: string
  status: string
  creatorId: string | null
  confirmed: { domain: string; takesMail: boolean } | null
  requestedAt: string | null
  deliveredAt: string | null
  wasAsked: boolean
}

/** The state of requests about a campaign, for those who may ask its target; null for others. */
export async function requestState(db: Db, { campaignId, viewer, hasMail }: { campaignId: string; viewer: Viewer; hasMail: boolean }) {
  const { rows } = await sql<AskableRow>`
    select c.target_id as "targetId", t.name as company, c.status, c.creator_id as "creatorId",
      (select json_build_object('domain', d.domain, 'takesMail', d.takes_mail) from target_domain d where d.target_id = c.target_id) as confirmed,
      q.created_at as "requestedAt", q.delivered_at as "deliveredAt",
      coalesce(q.created_at > now() - make_interval(days => ${requestDays}), false) as "wasAsked"
    from campaign c join target t on t.id = c.target_id left join lateral (
      select q.created_at, q.delivered_at from company_request q where q.campaign_id = c.id and q.target_id = c.target_id order by q.created_at desc limit 1) q on true
    where c.id = ${campaignId} and ${isVisible('campaign', sql`c.id`, null)}`.execute(db)
  const [row] = rows
  if (!row || !mayAsk(viewer, row)) return null
  const { targetId, company, confirmed, requestedAt, deliveredAt, wasAsked } = row
  const mail = confirmed ? mailStateOf(confirmed.domain, { hasMail, isShared: isSharedDomain(confirmed.domain), confirmed }) : hasMail ? 'unconfirmed' : 'off'
  const state: CompanyRequest = {
    company,
    domain: confirmed?.domain ?? null,
    barrier: requestBarrier(mail, { wasAsked }),
    requestedAt: requestedAt === null ? null : new Date(requestedAt),
    deliveredAt: deliveredAt === null ? null : new Date(deliveredAt),
  }
  return { targetId, state }
}

/** Stores a request. Its id is that of the mail. */
export async function saveRequest(tx: Tx, given: { campaignId: string; targetId: string; personId: string; domain: string }): Promise<string> {
  const id = uuidv7()
  await tx
    .insertInto('company_request')
    .values({ id, campaign_id: given.campaignId, target_id: given.targetId, requested_by: given.personId, domain: given.domain })
    .execute()
  return id
}

export const requestKind = 'company_request'

/** Stores that the mail of a request was handed over to a mail server. */
export const recordDelivery: OnSent = async (db, { id, kind }) => {
  if (kind === requestKind) await sql`update company_request set delivered_at = coalesce(delivered_at, now()) where id = ${id}`.execute(db)
}
