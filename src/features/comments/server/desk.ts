import { ORPCError } from '@orpc/server'
import type pg from 'pg'
import { commentLimits } from '../terms.ts'

/** A comment or answer without pictures, ready to be written. `key` and `fingerprint` are of its Idempotency-Key. */
export type CommentToWrite = Words & { campaignId: string; key: string | null; fingerprint: string }
/** What is said, wherever. */
export type Words = { id: string; authorId: string; parentId: string | null; body: string; bodyHtml: string }
export type WrittenComment = { createdAt: Date; depth: number }
type Waiting = CommentToWrite & { resolve: (written: WrittenComment | null) => void; reject: (error: unknown) => void }

const batchLimit = 200
const queueLimit = 5_000

/** A constraint or a value, a deadlock, a serialization failure: nothing was written, and each may be tried alone. */
const mayBeTriedAlone = (error: unknown) => error instanceof Error && 'code' in error && /^(2[23]|40P01|40001)/.test(String(error.code))

/** Where comments are written in this process. */
export type CommentDesk = ReturnType<typeof openCommentDesk>

/**
 * Writes comments in batches: one statement is in flight, the next gathers meanwhile, so that many who talk about one
 * campaign hold its row once a batch and share a commit (four times the rate). An answer comes after the commit. Gives
 * null for what was not written because a rule, a repeat or another comment stood in its way: that is looked at alone.
 */
export function openCommentDesk(pool: pg.Pool) {
  let queue: Waiting[] = []
  let isFlushing = false

  async function flushAll(): Promise<void> {
    while (queue.length) {
      const batch = queue.slice(0, batchLimit)
      queue = queue.slice(batchLimit)
      await flush(batch)
    }
    isFlushing = false
  }

  async function flush(batch: Waiting[]): Promise<void> {
    try {
      const written = await writeBatch(pool, batch)
      for (const one of batch) one.resolve(written.get(one.id) ?? null)
    } catch (error) {
      for (const one of batch) {
        if (mayBeTriedAlone(error)) one.resolve(null)
        else one.reject(error)
      }
    }
  }

  return {
    async write(comment: CommentToWrite): Promise<WrittenComment | null> {
      if (queue.length >= queueLimit) throw new ORPCError('UNAVAILABLE', { status: 503, message: 'Very many people are talking. Try again in a moment.' })
      return new Promise((resolve, reject) => {
        queue.push({ ...comment, resolve, reject })
        if (isFlushing) return
        isFlushing = true
        queueMicrotask(flushAll)
      })
    },
  }
}

async function writeBatch(pool: pg.Pool, batch: CommentToWrite[]): Promise<Map<string, WrittenComment>> {
  const column = <Key extends keyof CommentToWrite>(key: Key) => batch.map((one) => one[key])
  const values = [
    ...[column('id'), column('campaignId'), column('authorId'), column('parentId'), column('body'), column('bodyHtml')],
    ...[column('key'), column('fingerprint'), commentLimits.deepest],
  ]
  const { rows } = await pool.query<{ id: string; created_at: Date; depth: number }>({ name: 'write-comments', text: writeComments, values })
  return new Map(rows.map(({ id, created_at, depth }) => [id, { createdAt: created_at, depth }]))
}

// The same rules as for one alone: the campaign is active and stays so until the commit, the answered comment is there and
// not too deep, and a key that was used already writes nothing. Whoever is answered is told of the answer, the campaign's
// creator of every comment of others; an answer to the creator's own is told of once (see `noteComment`).
const writeComments = `
with asked as (
  select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[])
    as a(id, campaign_id, author_id, parent_id, body, body_html, key, fingerprint)),
open as materialized (
  select id from campaign where id = any($2::uuid[]) and status = 'active' order by id for share),
fit as (
  select asked.*, coalesce(parent.root_id, asked.id) as root_id, coalesce(parent.depth + 1, 0) as depth
  from asked join open on open.id = asked.campaign_id
  left join comment parent on parent.id = asked.parent_id and parent.campaign_id = asked.campaign_id and parent.removed_at is null
  where asked.parent_id is null or parent.depth < $9),
keyed as (
  insert into idempotency_key (person_id, key, operation, fingerprint, answer)
  select author_id, key, 'comments.post', fingerprint, jsonb_build_object('id', id) from fit where key is not null order by author_id, key
  on conflict do nothing
  returning answer),
written as (
  insert into comment (id, campaign_id, author_id, parent_id, root_id, depth, body, body_html)
  select id, campaign_id, author_id, parent_id, root_id, depth, body, body_html from fit
  where key is null or exists (select from keyed where (answer ->> 'id')::uuid = fit.id)
  returning id, created_at, depth, campaign_id, author_id, parent_id),
noted as (
  insert into notification_event (type, campaign_id, comment_id, actor_id)
  select event.type, w.campaign_id, w.id, w.author_id
  from written w join campaign c on c.id = w.campaign_id left join comment p on p.id = w.parent_id
  cross join lateral (
    select 'comment_reply' as type where p.author_id <> w.author_id
    union all
    select 'campaign_comment' where c.creator_id <> w.author_id and c.creator_id is distinct from p.author_id) event)
select id, created_at, depth from written`
