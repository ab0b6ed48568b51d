/** Fields of the form that posts to `joinAction`. `viewerId`: the person whose page has the form. */
export const joinFields = { isShown: 'shown', returnTo: 'returnTo', isKnown: 'known', viewerId: 'viewer' } as const

export const joinAction = (campaignId: string) => `/campaigns/${campaignId}/join`

/** Why a pledge cannot be disconnected from its person. */
export const detachRefusals = ['CREATOR_STAYS', 'PLEDGE_NOT_COUNTED', 'PLEDGE_TOO_NEW'] as const
export type DetachRefusal = (typeof detachRefusals)[number]

/** Days after the end of a campaign for which the key of a disconnected pledge's mailbox is kept. */
export const detachedKeyDays = 90

/** Seconds in which a visitor who pressed Join can sign in or up and has then joined. */
export const intentionSeconds = 3_600
