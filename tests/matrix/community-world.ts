import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Privacy } from '#features/communities/terms.ts'
import { plantCommunity, plantInvite, plantLink, plantPost, plantPostComment } from '#tests/support/communities.ts'
import { aCampaign, aPerson, type Person, theSite } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'
import { type CommunityActor, communityActors } from './community-rights.ts'
import { plantCase } from './plant-reports.ts'
import { absentId } from './world.ts'

/** A community with content of every kind; every text of the content contains `secret`. */
export type Inhabited = {
  secret: string
  id: string
  slug: string
  postId: string
  commentId: string
  /** The case of a report about the post. */
  caseId: string
  inviteId: string
  memberId: string
  askerId: string
  outcastId: string
  campaignId: string
  /** The picture of its post. */
  mediaId: string
}
export type CommunityWorld = Awaited<ReturnType<typeof makeCommunityWorld>>

const nobody = { memberId: absentId, askerId: absentId, outcastId: absentId }
/** The same for a community that does not exist. */
export const absent: Inhabited = {
  ...{ ...nobody, secret: '', id: absentId, slug: 'never-was', postId: absentId, caseId: absentId },
  ...{ commentId: absentId, inviteId: absentId, campaignId: absentId, mediaId: absentId },
}

const shared = globalThis as { communityWorld?: Promise<CommunityWorld> }
export const theCommunityWorld = () => (shared.communityWorld ??= makeCommunityWorld())

async function makeCommunityWorld() {
  const { db } = (await theSite()).store
  const everybody = await Promise.all(communityActors.map(async (actor) => [actor, actor === 'visitor' ? null : await aPerson()] as const))
  const people = Object.fromEntries(everybody) as Record<CommunityActor, Person | null>
  type Cast = Partial<Record<CommunityActor, Person>>
  for (const role of ['moderator', 'admin'] as const)
    await db
      .updateTable('person')
      .set({ role })
      .where('id', '=', people[role]?.id ?? '')
      .execute()

  /** `cast` replaces some of the people that the communities share. */
  async function inhabited(privacy: Privacy, cast: Cast = {}): Promise<Inhabited> {
    const idOf = (actor: CommunityActor) => (cast[actor] ?? people[actor])?.id ?? ''
    const secret = `zqk${randomBytes(6).toString('hex')}`
    const [member, asker, outcast] = [await aPerson(), await aPerson(), await aPerson()]
    await db
      .updateTable('person')
      .set({ first_name: `Given${secret}` })
      .where('id', 'in', [member.id, asker.id, outcast.id])
      .execute()
    const campaign = await aCampaign((cast.owner ?? people.owner) as Person, { title: `Nothing from them, says ${secret}` })
    const isPrivate = privacy === 'private'
    const { id, slug } = await plantCommunity(db, {
      ...{ owner: idOf('owner'), privacy, approvesMembers: isPrivate },
      words: {
        ...{
          rules: `Rule ${secret}`,
          rules_html: `<p>Rule ${secret}</p>`,
          quick_links: JSON.stringify([{ title: secret, url: `https://${secret}.example/` }]),
        },
        ...Object.fromEntries(['discord_url', 'twitter_url', 'website_url', 'instagram_url'].map((name) => [name, `https://${secret}.example/${name}`])),
      },
      members: [
        { id: idOf('member') },
        { id: idOf('mod'), role: 'mod' },
        { id: idOf('banned'), status: 'banned' },
        { id: member.id },
        { id: outcast.id, status: 'banned' },
        ...(isPrivate ? [{ id: idOf('pending'), status: 'pending' } as const, { id: asker.id, status: 'pending' } as const] : []),
      ],
    })
    const postId = await plantPost(db, { communityId: id, authorId: idOf('member'), text: `Post ${secret}` })
    const commentId = await plantPostComment(db, { postId, authorId: idOf('member'), text: `Comment ${secret}` })
    const { id: inviteId } = await plantInvite(db, { communityId: id, by: idOf('owner') })
    await plantLink(db, { communityId: id, campaignId: campaign.id, by: idOf('owner') })
    const caseId = await plantCase(postId, 'post')
    const place = { secret, id, slug, postId, commentId, caseId, inviteId, mediaId: absentId }
    return { ...place, memberId: member.id, askerId: asker.id, outcastId: outcast.id, campaignId: campaign.id }
  }

  /** The same with a picture on its post, which takes a moment to create. */
  async function pictured(privacy: Privacy): Promise<Inhabited> {
    const made = await inhabited(privacy)
    const { id: mediaId } = await uploaded(people.member as Person, { width: 60, height: 40 })
    const shape = { entity_type: 'community_post', entity_id: made.postId, file_type: 'image/webp', width: 60, height: 40, sort_order: 0 }
    await db
      .insertInto('attachment')
      .values({ id: uuidv7(), media_id: mediaId, ...shape })
      .execute()
    return { ...made, mediaId }
  }

  const known = { public: await pictured('public'), private: await pictured('private') }
  return { people, known, fresh: inhabited }
}
