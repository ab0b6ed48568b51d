import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { mostWaitingJoins } from '#features/accounts/terms.ts'
import { setCookieLine } from '#platform/server/http/set-cookie.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { cookieValue } from '#platform/server/session.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import type { JoinIntention, WaitingJoin } from '../contract.ts'
import type { JoinCaller } from '../holding/server/signals.ts'
import { intentionSeconds } from '../terms.ts'
import type { PledgeWriter } from './pledge-writer.ts'

type Press = { cookies: string | null; campaignId: string; isPrivate: boolean; returnTo: string | null }
type Carried = { cookies: string | null; id: string; personId: string; email: string | null; caller: JoinCaller }
type SignUpForm = { cookies: string | null; id: string | null; personId: string; openSeconds: number | null }
type Row = { campaign_id: string; is_private: boolean; return_to: string; address_key: string | null; created_at: Date }

/** `isClosed`: an administrator has paused joining this campaign. */
type JoinIntentionParts = { store: Store; pledges: PledgeWriter; isPublic: boolean; isClosed: (campaignId: string) => boolean }

export type JoinIntentions = ReturnType<typeof openJoinIntentions>

/**
 * Campaigns that visitors have pressed Join on: one row per campaign and browser, found by the hash of a random token
 * in a cookie. Forms contain the row's id, which is no secret, because it works only together with the token.
 */
export function openJoinIntentions({ store, pledges, isPublic, isClosed }: JoinIntentionParts) {
  const { db } = store
  const cookieName = isPublic ? '__Host-holdout.joining' : 'holdout.joining'

  function tokenOf(cookies: string | null | undefined): string | null {
    const token = cookieValue(cookies, cookieName)
    return token && /^[\w-]{32}$/.test(token) ? token : null
  }

  async function find(db: Db, { cookies, id }: Pick<Carried, 'cookies' | 'id'>): Promise<Row | null> {
    const token = tokenOf(cookies)
    if (!token) return null
    const { rows } = await sql<Row>`
      select campaign_id, is_private, return_to, address_key, created_at from join_intention
      where token_hash = ${hashOf(token)} and id = ${id} and expires_at > now()`.execute(db)
    return rows[0] ?? null
  }

  return {
    tokenOf,

    /**
     * Stores the intention for an hour; null if the campaign takes no pledges. `returnTo` is a path on this site, or
     * null for the campaign's page.
     */
    async begin({ cookies, campaignId, isPrivate, returnTo }: Press): Promise<{ id: string; returnTo: string; cookie: string } | null> {
      if (isClosed(campaignId)) return null
      const token = tokenOf(cookies) ?? randomBytes(24).toString('base64url')
      // Pressing again updates the row instead of replacing it, so that forms that are already open stay valid.
      const { rows } = await sql<{ id: string; return_to: string }>`
        insert into join_intention as i (id, token_hash, campaign_id, is_private, return_to, expires_at)
        select gen_random_uuid(), ${hashOf(token)}, c.id, ${isPrivate}, coalesce(${returnTo}, '/campaigns/' || c.slug), now() + make_interval(secs => ${intentionSeconds})
        from public_campaign c join campaign_stats s on s.campaign_id = c.id where c.id = ${campaignId} and s.is_open
        on conflict (token_hash, campaign_id) do update set is_private = excluded.is_private, return_to = excluded.return_to,
          created_at = excluded.created_at, expires_at = excluded.expires_at, address_key = null
        returning i.id, i.return_to`.execute(db)
      const [row] = rows
      if (!row) return null
      const cookie = setCookieLine({ name: cookieName, value: token, seconds: intentionSeconds, isPublic })
      return { id: row.id, returnTo: row.return_to, cookie }
    },

    /** The stored intentions of the browser with this token, newest first. */
    async list(token: string | null): Promise<JoinIntention[]> {
      if (token === null) return []
      const { rows } = await sql<JoinIntention>`
        select i.id, i.is_private as "isPrivate", s.supporters::int as supporters,
          json_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'target', t.name) as campaign
        from join_intention i join public_campaign c on c.id = i.campaign_id join campaign_stats s on s.campaign_id = c.id and s.is_open
        join target t on t.id = c.target_id
        where i.token_hash = ${hashOf(token)} and i.expires_at > now() order by i.created_at desc, i.id limit 20`.execute(db)
      return rows
    },

    /** Records how long the form of an account that is created in this transaction was open. */
    recordForm: async (tx: Tx, { cookies, id, ...form }: SignUpForm): Promise<void> =>
      recordForm(tx, { ...form, row: id === null ? null : await find(tx, { cookies, id }) }),

    /**
     * Takes the pledge of an account that is created in this transaction; does nothing if no account was created. It must be the last statement,
     * because it locks the campaign's counter. Returns a function to call after the commit.
     */
    async joinNew(tx: Tx, { cookies, id, personId, email, caller }: Carried): Promise<() => void> {
      const row = await find(tx, { cookies, id })
      if (!row || isClosed(row.campaign_id)) return () => {}
      const [addressKey = null] = pledges.addressKey(email, row.campaign_id)
      await tx.updateTable('join_intention').set({ address_key: addressKey }).where('id', '=', id).execute()
      return pledges.takeWithin(tx, { campaignId: row.campaign_id, personId, email, caller, isPrivate: row.is_private, noticeAt: row.created_at })
    },

    /**
     * Joins for a person who signed in with the form that carries the intention; returns the path to go back to.
     * Returns null if there is none or if the form created an account with another address: then the campaign's page
     * asks.
     */
    async execute({ cookies, id, personId, email, caller }: Carried): Promise<string | null> {
      const row = await find(db, { cookies, id })
      if (!row || isClosed(row.campaign_id) || (row.address_key !== null && !pledges.addressKey(email, row.campaign_id).includes(row.address_key))) return null
      await pledges.take({ campaignId: row.campaign_id, personId, email, caller, isPrivate: row.is_private, noticeAt: row.created_at })
      // Deleted last: if taking the pledge fails, the campaign's page still asks.
      await db.deleteFrom('join_intention').where('id', '=', id).execute()
      return row.return_to
    },

    dropWaiting,
    /** Deletes intentions of this browser: all of them, one by id, or the one for a campaign. */
    async drop(token: string | null, which: { id?: string; campaignId?: string } = {}): Promise<void> {
      if (token === null) return
      await db
        .deleteFrom('join_intention')
        .where('token_hash', '=', hashOf(token))
        .$if(which.id !== undefined, (rows) => rows.where('id', '=', which.id ?? ''))
        .$if(which.campaignId !== undefined, (rows) => rows.where('campaign_id', '=', which.campaignId ?? ''))
        .execute()
    },
  }
}

/** SQL condition: the pledge `p` waits until its person's address is confirmed. Not those of creators to their own campaigns, which cannot be undone. */
const isWaitingPledge = sql<boolean>`coalesce(p.own_state, p.state) = 'unconfirmed'
  and not exists (select from campaign o where o.id = p.campaign_id and o.creator_id = p.person_id)`

/** Deletes a person's unconfirmed pledges to these campaigns, which somebody else may have chosen with the person's address. */
async function dropWaiting(tx: Tx, { personId, campaignIds }: { personId: string; campaignIds: string[] }): Promise<void> {
  await sql`
    delete from pledge p where p.person_id = ${personId} and p.campaign_id = any(${campaignIds}::uuid[]) and ${isWaitingPledge}`.execute(tx)
}

/** The campaigns that a person joins by confirming the address, newest pledge first. */
export async function waitingJoins(db: Db, personId: string): Promise<WaitingJoin[]> {
  const { rows } = await sql<WaitingJoin>`
    select c.id, c.title, t.name as target from pledge p join public_campaign c on c.id = p.campaign_id join target t on t.id = c.target_id
    where p.person_id = ${personId} and ${isWaitingPledge} order by p.created_at desc, c.id limit ${mostWaitingJoins}`.execute(db)
  return rows
}

type MeasuredForm = { row: Pick<Row, 'created_at'> | null; personId: string; openSeconds: number | null }

/**
 * Records how long the sign-up form was open: what the page measured, and at most the time since Join was pressed. Nothing is recorded for
 * an account that was not created.
 */
async function recordForm(tx: Tx, { row, personId, openSeconds }: MeasuredForm): Promise<void> {
  const sincePress = row ? (Date.now() - row.created_at.getTime()) / 1000 : null
  const seconds = sincePress === null ? openSeconds : Math.min(openSeconds ?? sincePress, sincePress)
  await sql`
    insert into sign_up_signal (person_id, form_seconds)
    select id, ${seconds}::real from person where id = ${personId} and ${seconds}::real is not null`.execute(tx)
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
