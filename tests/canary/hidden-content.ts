import { refreshDueSummaries } from '#features/directory/server/summary.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { removedName } from '#platform/terms.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import type { Secrets } from './secrets.ts'

type Cast<Who> = { creator: Who; supporter: Who; author: Who; moderator: Who; admin: Who }
type Send<Who> = (who: Who, method: 'POST' | 'PUT', path: string, body: object) => Promise<{ id: string; moderation?: { decisionId: string } }>

type Planting = { db: Db; secrets: Secrets }
type Hide = <Who extends { id: string }>(planting: Planting, cast: Cast<Who>, send: Send<Who>) => Promise<void>

/** Inserts one of each kind of content that a moderator can hide, already hidden. */
export const hiddenContent: Hide = async (planting, cast, send) => {
  const { secrets } = planting
  await hiddenProfile(planting, cast, send)
  await hiddenCampaign(planting, cast, send)
  await hiddenTexts(secrets, cast, send)
}

/** The picture, the text and the removed name of a profile. */
async function hiddenProfile<Who extends { id: string }>({ db, secrets }: Planting, { supporter, moderator }: Cast<Who>, send: Send<Who>): Promise<void> {
  const word = (what: string) => secrets.word(`a hidden profile’s ${what}`, ['supporter', 'moderator', 'admin'])
  const shown = { bio: `She lives ${word('text')}`, avatar_url: `https://pictures.test/${word('picture')}.jpg` }
  await db.updateTable('person').set(shown).where('id', '=', supporter.id).execute()
  await send(moderator, 'PUT', `/profiles/${supporter.id}/moderation`, { state: 'hidden', reason: 'It says where a person lives.' })
  // The first name is a secret of its own, which the person still has to see. So the removed names are planted beside it.
  const names = { display_name: `He ${word('name')}`, first_name: word('first name'), last_name: word('last name') }
  await db.updateTable('moderated_profile').set(names).where('person_id', '=', supporter.id).execute()
  await db.updateTable('person').set({ display_name: removedName }).where('id', '=', supporter.id).execute()
}

/** An update and a chat message of a public campaign, a post of a public community, and a community. */
async function hiddenTexts<Who>(secrets: Secrets, { creator, author, moderator }: Cast<Who>, send: Send<Who>): Promise<void> {
  const campaign = await send(creator, 'POST', '/campaigns', aCampaignBody())
  const ofUpdate = (what: string) => secrets.word(`a hidden update’s ${what}`, ['creator', 'moderator', 'admin'])
  const words = { title: `They lied ${ofUpdate('title')}`, body: `Again: ${ofUpdate('text')}` }
  const update = await send(creator, 'POST', `/campaigns/${campaign.id}/updates`, words)
  await send(moderator, 'PUT', `/updates/${update.id}/moderation`, { state: 'hidden', reason: 'It accuses a person of a crime.' })
  const body = `He lives in ${secrets.word('a hidden chat message', ['author', 'moderator', 'admin'])}`
  const message = await send(author, 'POST', `/campaigns/${campaign.id}/chat`, { body })
  await send(moderator, 'PUT', `/chat/${message.id}/moderation`, { state: 'removed', reason: 'It says where a person lives.' })
  const community = await send(creator, 'POST', '/communities', { name: 'Corner shops', slug: 'corner-shops', description: 'We keep them', privacy: 'public' })
  const ofPost = (what: string) => secrets.word(`a hidden post’s ${what}`, ['creator', 'moderator', 'admin'])
  const post = await send(creator, 'POST', `/communities/${community.id}/posts`, { title: `He ${ofPost('title')}`, body: `Look: ${ofPost('text')}` })
  await send(moderator, 'PUT', `/posts/${post.id}/moderation`, { state: 'hidden', reason: 'It says where a person lives.' })
  const ofCommunity = (what: string) => secrets.word(`a removed community’s ${what}`, ['creator', 'moderator', 'admin'])
  const card = { name: `Against ${ofCommunity('name')}`, slug: 'against-one-person', description: `She ${ofCommunity('description')}`, privacy: 'public' }
  const removed = await send(creator, 'POST', '/communities', card)
  await send(creator, 'POST', `/communities/${removed.id}/posts`, { body: `Find ${ofCommunity('post')}` })
  await send(moderator, 'PUT', `/communities/${removed.id}/moderation`, { state: 'removed', reason: 'It was made to harass one person.' })
}

/** Publishes a campaign with a supporter, a comment and an update, which a moderator then hides. An administrator declines its creator's appeal. */
async function hiddenCampaign<Who>({ db, secrets }: Planting, { creator, supporter, author, moderator, admin }: Cast<Who>, send: Send<Who>): Promise<void> {
  const readers = ['creator', 'moderator', 'admin']
  const word = (what: string) => secrets.word(`a hidden campaign’s ${what}`, readers)
  const whyItMatters = `They ${word('reasons')}. ${aCampaignBody().whyItMatters}`
  const alternatives = [{ name: `Honest ${word('alternative')}`, url: `https://${word('alternative’s link')}.test/` }]
  const words = { title: `Thieves ${word('title')}`, summary: `Stop ${word('goal')}`, whyItMatters, alternatives }
  const { id } = await send(creator, 'POST', '/campaigns', aCampaignBody(words))
  await refreshDueSummaries(db)
  await send(supporter, 'PUT', `/campaigns/${id}/pledge`, { isPrivate: false })
  await send(author, 'POST', `/campaigns/${id}/comments`, { body: `I agree: ${secrets.word('a comment on a hidden campaign', [...readers, 'author'])}` })
  await send(creator, 'POST', `/campaigns/${id}/updates`, { body: `News: ${word('update')}` })
  const { moderation } = await send(moderator, 'PUT', `/campaigns/${id}/moderation`, { state: 'hidden', reason: `It accuses ${word('decision')}` })
  const appeal = await send(creator, 'POST', `/decisions/${moderation?.decisionId}/appeal`, { body: `I disagree: ${word('appeal')}` })
  await send(admin, 'POST', `/moderation/appeals/${appeal.id}/decision`, { outcome: 'declined', reason: `It does: ${word('answer to an appeal')}` })
}
