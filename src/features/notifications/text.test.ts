import { expect, test } from 'vitest'
import type { Notification } from './contract.ts'
import { notificationPath } from './link.ts'
import { notificationPieces, notificationSubtitle, notificationText } from './text.ts'

const id = (last: number) => `018f0000-0000-7000-8000-00000000000${last}`
const ada = { id: id(1), name: 'Ada L.', avatarUrl: null, isDeleted: false }
const campaign = { id: id(2), slug: 'no-more-bottles', title: 'No more bottles' }
const community = { id: id(3), slug: 'bottle-free', name: 'Bottle free' }
const update = { id: id(4), title: 'Week three' }
const post = { id: id(5), title: 'Taps near you' }
const commentId = id(6)

const plain: Notification = {
  id: id(9),
  type: 'pledge',
  actor: ada,
  others: 0,
  number: null,
  campaign: null,
  community: null,
  update: null,
  post: null,
  commentId: null,
  outcome: null,
  decision: null,
  removal: null,
  isRead: false,
  createdAt: new Date(0),
}
const onCampaign = '/campaigns/no-more-bottles'
const inCommunity = '/communities/bottle-free'
const atComment = `${onCampaign}?tab=discussion&commentId=${commentId}`
const atPost = `${inCommunity}?postId=${post.id}`

type Case = { given: Partial<Notification>; text: string; subtitle: string | null; path: string }

const cases: Case[] = [
  { given: { type: 'pledge', campaign }, text: 'Ada L. joined No more bottles', subtitle: null, path: onCampaign },
  { given: { type: 'pledge', campaign, others: 1 }, text: 'Ada L. and 1 other joined No more bottles', subtitle: null, path: onCampaign },
  { given: { type: 'pledge', campaign, others: 1234 }, text: 'Ada L. and 1,234 others joined No more bottles', subtitle: null, path: onCampaign },
  { given: { type: 'pledge', campaign, actor: null }, text: '1 person joined No more bottles', subtitle: null, path: onCampaign },
  { given: { type: 'pledge', campaign, actor: null, others: 2 }, text: '3 people joined No more bottles', subtitle: null, path: onCampaign },
  { given: { type: 'campaign_comment', campaign, commentId }, text: 'Ada L. commented on No more bottles', subtitle: null, path: atComment },
  { given: { type: 'comment_reply', campaign, commentId }, text: 'Ada L. replied to your comment', subtitle: 'No more bottles', path: atComment },
  { given: { type: 'comment_like', campaign, commentId }, text: 'Ada L. liked your comment', subtitle: 'No more bottles', path: atComment },
  {
    given: { type: 'comment_like', campaign, commentId, others: 3 },
    text: 'Ada L. and 3 others liked your comment',
    subtitle: 'No more bottles',
    path: atComment,
  },
  {
    given: { type: 'campaign_update', campaign, update },
    text: 'Ada L. posted an update on No more bottles',
    subtitle: 'Week three',
    path: `${onCampaign}?tab=updates&updateId=${update.id}`,
  },
  { given: { type: 'target_response', campaign, actor: null }, text: 'The company answered No more bottles', subtitle: null, path: onCampaign },
  {
    given: {
      type: 'campaign_removed',
      actor: null,
      removal: { reason: 'Rule 6: No spam.', rule: 'spam', removedAt: new Date(0), joinedAt: new Date('2026-03-03') },
    },
    text: 'A Holdout that you joined on March 3, 2026 was removed',
    subtitle: 'Rule 6: No spam.',
    path: '/rules',
  },
  { given: { type: 'campaign_victory', campaign }, text: 'Victory: No more bottles', subtitle: null, path: onCampaign },
  {
    given: { type: 'campaign_milestone', campaign, actor: null, number: 10_000 },
    text: 'No more bottles reached 10,000 supporters',
    subtitle: null,
    path: onCampaign,
  },
  { given: { type: 'campaign_milestone', campaign, actor: null, number: 1 }, text: 'No more bottles reached 1 supporter', subtitle: null, path: onCampaign },
  {
    given: { type: 'community_comment', community, post, commentId },
    text: 'Ada L. commented on your post',
    subtitle: 'Taps near you',
    path: `${atPost}&commentId=${commentId}`,
  },
  {
    given: { type: 'community_reply', community, post: { ...post, title: '' }, commentId },
    text: 'Ada L. replied to your comment',
    subtitle: 'Bottle free',
    path: `${atPost}&commentId=${commentId}`,
  },
  { given: { type: 'community_like', community, post }, text: 'Ada L. liked your post', subtitle: 'Taps near you', path: atPost },
  { given: { type: 'community_like', community, post, others: 2 }, text: 'Ada L. and 2 others liked your post', subtitle: 'Taps near you', path: atPost },
  {
    given: { type: 'community_like', community, post, commentId, others: 1 },
    text: 'Ada L. and 1 other liked your comment',
    subtitle: 'Taps near you',
    path: `${atPost}&commentId=${commentId}`,
  },
  { given: { type: 'community_announcement', community, post }, text: 'Announcement in Bottle free', subtitle: 'Taps near you', path: atPost },
  { given: { type: 'community_join_request', community }, text: 'Ada L. asks to join Bottle free', subtitle: null, path: `${inCommunity}?tab=members` },
  { given: { type: 'community_join_approved', community }, text: 'You are now a member of Bottle free', subtitle: null, path: inCommunity },
  { given: { type: 'report_closed', actor: null, outcome: 'removed' }, text: 'What you reported was removed', subtitle: null, path: '/reports' },
  { given: { type: 'queue_waiting', actor: null, number: 1_204 }, text: '1,204 items wait for a moderator', subtitle: null, path: '/moderation/reports' },
]

test.each(cases)('the text is "$text", with the right link', ({ given, text, subtitle, path }) => {
  const notification = { ...plain, ...given }
  expect(notificationText(notification)).toBe(text)
  expect(notificationSubtitle(notification)).toBe(subtitle)
  expect(notificationPath(notification)).toBe(path)
  const pieces = notificationPieces(notification)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
})

test('a name is a separate part of the sentence, even if it looks like a placeholder', () => {
  const title = '{actor} \u0000\u0001'
  expect(notificationPieces({ ...plain, campaign: { ...campaign, title } })).toEqual([
    { text: 'Ada L.', name: 'actor' },
    { text: ' joined ', name: null },
    { text: title, name: 'campaign' },
  ])
  expect(notificationText({ ...plain, campaign: { ...campaign, title } })).toBe(`Ada L. joined ${title}`)
})

test('without a slug the link contains the id, and without known content it leads to the home page', () => {
  expect(notificationPath({ ...plain, campaign: { ...campaign, slug: '' } })).toBe(`/campaigns/${campaign.id}`)
  expect(notificationPath({ ...plain, type: 'community_join_approved', community: { ...community, slug: '' } })).toBe(`/communities/${community.id}`)
  expect(notificationPath(plain)).toBe('/')
})
