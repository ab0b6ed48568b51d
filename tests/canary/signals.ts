import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Store } from '#platform/server/store/open-store.ts'
import { plantList } from '#tests/support/pledges.ts'
import type { Secrets } from './secrets.ts'

/** Inserts the signals of a pledge, because requests from this machine leave none, and the rows that the daily job would derive from them. */
export async function plantSignals({ db }: Store, secrets: Secrets, pledge: { campaign_id: string; person_id: string }): Promise<void> {
  const label = (what: string, readers: string[]) => secrets.keep(what, randomBytes(16).toString('hex'), readers)
  const [network, browser, mail_domain] = [label('the network of a join', []), label('the browser of a join', []), label('the mail domain of a join', [])]
  const network_before = label('the earlier network of a join', [])
  const signal = { network, network_before, browser, mail_domain, is_common_domain: false, is_quick: true, is_over: true, signals: ['form'] }
  await db
    .insertInto('join_signal')
    .values({ ...pledge, ...signal, at: new Date() })
    .execute()
  await db
    .insertInto('pledge_receipt')
    .values({ ...pledge, secret: label('the secret of a receipt', []) })
    .execute()
  await plantList(db, pledge.campaign_id)
  const week = sql<string>`date_trunc('week', now() at time zone 'UTC')::date`
  await db
    .insertInto('signal_key')
    .values({ week, secret: label('a key of signals', []) })
    .execute()
  await db
    .updateTable('invalidation')
    .set({
      mail_domain: label('the mail domain of an invalidation', ['moderator', 'admin']),
      network: label('the network of an invalidation', ['moderator', 'admin']),
      undo_part: JSON.stringify({ mailDomain: label('the mail domain of an undo', []) }),
    })
    .execute()
}
