/** Other sites through which people can sign in, where an operator has set them up. */
export const providerNames = ['google', 'twitch', 'discord', 'facebook'] as const
export type ProviderName = (typeof providerNames)[number]
