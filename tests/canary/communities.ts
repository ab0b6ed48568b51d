import { createHash } from 'node:crypto'
import { uploadedTo } from '#tests/support/http.ts'
import { eventually } from '#tests/support/load.ts'
import { send } from '#tests/support/visitor.ts'
import type { Secrets } from './secrets.ts'

type Someone = { id: string; cookie: string }
type People = Record<'creator' | 'insider' | 'waiting' | 'shutOut' | 'author', Someone>
type Site = { origin: string }
export type Communities = { private: { id: string; slug: string }; public: { id: string; slug: string }; post: string; comment: string }

/** The people who may read the private community's content: its owner and its member. */
const insiders = ['creator', 'insider']

/** Creates a private community with a secret in every field, a member, an applicant and a banned person; and a public community. */
export async function makeCommunities(site: Site, secrets: Secrets, { people, campaignId }: { people: People; campaignId: string }): Promise<Communities> {
  const { creator, insider, waiting, shutOut, author } = people
  const shown = (what: string) => secrets.word(`a private community: ${what}`, insiders, { atHome: true })
  const must = async (who: Someone, method: string, path: string, body: unknown = {}) => {
    const answer = await send(site, { method, path: `/api/v1${path}`, body, cookie: who.cookie })
    if (answer.status > 299) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const upload = async (who: Someone, purpose: 'attachment' | 'community_banner', width: number) =>
    (await uploadedTo(site.origin, who.cookie, { width, height: 200, purpose })).id
  const address = (what: string) => `https://${shown(what)}.example/`

  const bannerMediaId = await upload(creator, 'community_banner', 640)
  secrets.keep('a private community: banner', bannerMediaId, insiders, { atHome: true })
  const closed = await must(creator, 'POST', '/communities', {
    ...{ name: 'Behind the counter', slug: 'behind-the-counter', description: 'Those who work there', privacy: 'private', approvesMembers: true },
    ...{ tags: ['shops'], rules: `Never say ${shown('rules')}`, bannerMediaId },
    links: Object.fromEntries(['discord', 'twitter', 'website', 'instagram'].map((name) => [name, address(name)])),
    quickLinks: [{ title: `Read ${shown('quick link')}`, url: address('quick link’s address') }],
  })
  for (const who of [insider, shutOut, waiting]) await must(who, 'PUT', `/communities/${closed.id}/membership`)
  for (const who of [insider, shutOut]) await must(creator, 'PUT', `/communities/${closed.id}/requests/${who.id}`)

  const picture = await upload(insider, 'attachment', 380)
  secrets.keep('a private community: a post’s picture', picture, insiders, { atHome: true })
  const words = { title: `Seen ${shown('a post’s title')}`, body: `Inside **${shown('a post')}**` }
  const post = await must(insider, 'POST', `/communities/${closed.id}/posts`, { ...words, mediaIds: [picture] })
  secrets.keep('a private community: a post’s id', post.id, insiders, { atHome: true })
  const comment = await must(creator, 'POST', `/posts/${post.id}/comments`, { body: `Agreed ${shown('a comment')}` })
  secrets.keep('a private community: a comment’s id', comment.id, insiders, { atHome: true })
  await must(creator, 'PUT', `/likes/community_post/${post.id}`)
  // The person who is banned below receives a notification about the content while still a member.
  await must(creator, 'PUT', `/posts/${post.id}/marks`, { isAnnouncement: true })
  await eventually('the person who is banned later is notified', async () => (await bellOf(site, shutOut)).includes(post.id))
  await must(creator, 'PUT', `/communities/${closed.id}/bans/${shutOut.id}`)
  const reason = `Muted ${secrets.word('a private community: the reason of a mute', ['creator', 'shutOut'], { atHome: true })}`
  await must(creator, 'PUT', `/communities/${closed.id}/mutes/${shutOut.id}`, { days: 1, reason })
  const invite = await must(creator, 'POST', `/communities/${closed.id}/invites`)
  secrets.keep('a private community: an invite', invite.id, ['creator'], { atHome: true })
  secrets.keep('a private community: an invite’s token', invite.token, [])
  secrets.keep('a private community: what is kept of an invite’s token', createHash('sha256').update(invite.token).digest('hex'), [])
  await must(creator, 'PUT', `/communities/${closed.id}/campaigns/${campaignId}`)

  const open = await must(creator, 'POST', '/communities', {
    name: 'In front of the counter',
    slug: 'in-front-of-the-counter',
    description: 'Those who buy there',
  })
  await must(author, 'PUT', `/communities/${open.id}/membership`)
  const said = await must(author, 'POST', `/communities/${open.id}/posts`, { title: 'Hello', body: 'Everybody may read this.' })
  await must(insider, 'POST', '/reports', {
    ...{ kind: 'post', id: said.id, reason: 'spam' },
    details: `Spam: ${secrets.word('a report in a community', ['insider', 'creator', 'moderator', 'admin'])}`,
  })
  const taken = await must(author, 'POST', `/posts/${said.id}/comments`, { body: `Taken back: ${secrets.word('a removed comment on a post', [])}` })
  await must(author, 'DELETE', `/comments/${taken.id}`, undefined)
  return { private: closed, public: open, post: post.id, comment: comment.id }
}

const bellOf = (site: Site, { cookie }: Someone) => fetch(`${site.origin}/api/v1/notifications`, { headers: { cookie } }).then((answer) => answer.text())
