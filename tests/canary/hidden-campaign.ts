import { aCampaignBody } from '#tests/support/campaign-body.ts'
import type { Secrets } from './secrets.ts'

type Cast<Who> = { creator: Who; supporter: Who; author: Who; moderator: Who }
type Send<Who> = (who: Who, method: 'POST' | 'PUT', path: string, body: object) => Promise<{ id: string }>

/** Publishes a campaign with a supporter, a comment and an update, which a moderator then hides. */
export async function hiddenCampaign<Who>(secrets: Secrets, { creator, supporter, author, moderator }: Cast<Who>, send: Send<Who>): Promise<void> {
  const readers = ['creator', 'moderator', 'admin']
  const word = (what: string) => secrets.word(`a hidden campaign’s ${what}`, readers)
  const whyItMatters = `They ${word('reasons')}. ${aCampaignBody().whyItMatters}`
  const { id } = await send(creator, 'POST', '/campaigns', aCampaignBody({ title: `Thieves ${word('title')}`, summary: `Stop ${word('goal')}`, whyItMatters }))
  await send(supporter, 'PUT', `/campaigns/${id}/pledge`, { isPrivate: false })
  await send(author, 'POST', `/campaigns/${id}/comments`, { body: `I agree: ${secrets.word('a comment on a hidden campaign', [...readers, 'author'])}` })
  await send(creator, 'POST', `/campaigns/${id}/updates`, { body: `News: ${word('update')}` })
  await send(moderator, 'PUT', `/campaigns/${id}/moderation`, { state: 'hidden', reason: `It accuses ${word('decision')}` })
}
