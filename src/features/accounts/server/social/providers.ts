import type { BetterAuthPlugin, OAuthProvider } from 'better-auth'
import type { Config } from '#platform/server/config.ts'
import { isWay, type WayName, wayNames } from '../../ways.ts'
import { openIdProvider } from './open-id.ts'
import { takenFrom } from './profile.ts'

type Providers = Config['providers']

/** The providers that this site has credentials for. */
export const configuredWays = (providers: Providers): WayName[] => wayNames.filter((name) => providers[name])

/** The library's own providers, reduced to the profile data that we take. */
export function socialProviders({ google, twitch, discord, facebook }: Providers) {
  const credentials = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => ({ clientId, clientSecret })
  return {
    ...(google
      ? { google: { ...credentials(google), prompt: 'select_account' as const, mapProfileToUser: (profile: object) => takenFrom('google', profile) } }
      : {}),
    ...(twitch ? { twitch: { ...credentials(twitch), mapProfileToUser: (profile: object) => takenFrom('twitch', profile) } } : {}),
    ...(discord ? { discord: { ...credentials(discord), mapProfileToUser: (profile: object) => takenFrom('discord', profile) } } : {}),
    ...(facebook ? { facebook: { ...credentials(facebook), mapProfileToUser: (profile: object) => takenFrom('facebook', profile) } } : {}),
  }
}

/** Replaces each provider that has an issuer in the settings by that OpenID server. */
export function replacementProviders(providers: Providers): BetterAuthPlugin {
  function instead(provider: OAuthProvider): OAuthProvider {
    const settings = isWay(provider.id) ? providers[provider.id] : undefined
    return isWay(provider.id) && settings?.issuer ? openIdProvider(provider.id, settings) : provider
  }
  return { id: 'stand-ins', init: ({ socialProviders: known }) => ({ context: { socialProviders: known.map(instead) } }) }
}
