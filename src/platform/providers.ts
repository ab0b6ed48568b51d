/** Other sites through which people can sign in, if an operator has configured them. */
export const providerNames = ['google', 'twitch', 'discord', 'facebook'] as const
export type ProviderName = (typeof providerNames)[number]
