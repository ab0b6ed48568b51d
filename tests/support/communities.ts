import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { inviteHash } from '#features/communities/server/public.ts'
import type { MemberStatus, Privacy, Role } from '#features/communities/terms.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { ownWords } from './own-words.ts'
import { call, type Person, theSite } from './site.ts'

type Member = { id: string; role?: Role; status?: MemberStatus }
type Options = { owner: string; privacy: Privacy; members?: Member[]; approvesMembers?: boolean; words?: Record<string, unknown> }
export type Planted = { id: string; slug: string }

/** Inserts a community with its people. The API permits a person fewer communities a day than the tables of rights need. */
export async function plantCommunity(db: Db, given: Options): Promise<Planted> {
  const { owner, privacy, members = [], approvesMembers = false, words = {} } = given
  const id = uuidv7()
  const slug = `c-${id.slice(-12)}`
  const community = { id, slug, name: `Community ${slug}`, description: 'People who shop next door', privacy, approves_members: approvesMembers }
  // Created two days ago, so that it does not count for the owner's daily limit.
  const at = new Date(Date.now() - 2 * 86_400_000)
  await db
    .insertInto('community')
    .values({ ...community, owner_user_id: owner, created_at: at, ...words })
    .execute()
  const all: Member[] = [{ id: owner, role: 'owner' }, ...members]
  await db
    .insertInto('community_member')
    .values(all.map(({ id: personId, role = 'member', status = 'active' }) => ({ community_id: id, person_id: personId, role, status })))
    .execute()
  return { id, slug }
}

export async function plantPost(db: Db, { communityId, authorId, text = 'Look what I found' }: { communityId: string; authorId: string; text?: string }) {
  const id = uuidv7()
  await db
    .insertInto('community_post')
    .values({ id, community_id: communityId, author_id: authorId, title: text.slice(0, 120), body: text, body_html: `<p>${text}</p>` })
    .execute()
  return id
}

export async function plantPostComment(db: Db, { postId, authorId, text = 'So did I' }: { postId: string; authorId: string; text?: string }) {
  const id = uuidv7()
  await db
    .insertInto('comment')
    .values({ id, post_id: postId, author_id: authorId, root_id: id, depth: 0, body: text, body_html: `<p>${text}</p>` })
    .execute()
  return id
}

/** An invite link whose token only the caller knows. */
export async function plantInvite(db: Db, { communityId, by }: { communityId: string; by: string }): Promise<{ id: string; token: string }> {
  const [id, token] = [uuidv7(), randomBytes(24).toString('base64url')]
  const row = { id, community_id: communityId, token_hash: inviteHash(token), created_by: by }
  await db
    .insertInto('community_invite')
    .values({ ...row, expires_at: new Date(Date.now() + 86_400_000) })
    .execute()
  return { id, token }
}

export async function plantLink(db: Db, { communityId, campaignId, by }: { communityId: string; campaignId: string; by: string }): Promise<void> {
  await db.insertInto('community_campaign').values({ community_id: communityId, campaign_id: campaignId, added_by: by }).execute()
}

// The following helpers use the site that tests share.

export async function aCommunity(owner: Person, { privacy = 'public' }: { privacy?: Privacy } = {}): Promise<string> {
  const { store } = await theSite()
  return (await plantCommunity(store.db, { owner: owner.id, privacy })).id
}

/** Sets this person's role and status in the community. */
export async function setMembership(who: Person, communityId: string, { role = 'member', status = 'active' }: Omit<Member, 'id'> = {}): Promise<void> {
  const { store } = await theSite()
  await store.db
    .insertInto('community_member')
    .values({ community_id: communityId, person_id: who.id, role, status })
    .onConflict((conflict) => conflict.columns(['community_id', 'person_id']).doUpdateSet({ role, status }))
    .execute()
}

export async function leaves(who: Person, communityId: string): Promise<void> {
  const { store } = await theSite()
  await store.db.deleteFrom('community_member').where('community_id', '=', communityId).where('person_id', '=', who.id).execute()
}

export const write = (who: Person | null, communityId: string, body: unknown, options: { key?: string } = {}) =>
  call(who, 'POST', `/communities/${communityId}/posts`, { body, ...options })

/** Writes a post as this person, and returns its id. */
export async function written(who: Person, communityId: string, body: object = {}): Promise<string> {
  const answer = await write(who, communityId, { body: ownWords('Look what I found'), ...body })
  if (answer.status !== 201) throw new Error(`not written: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.id
}
