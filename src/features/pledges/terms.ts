/** Fields of the form that posts to `joinAction` when a visitor joins. */
export const joinFields = { isShown: 'shown', returnTo: 'returnTo', isKnown: 'known' } as const

export const joinAction = (campaignId: string) => `/campaigns/${campaignId}/join`
