import { z } from 'zod'
import { type AdSlot, adSlots, type ThirdParties } from '../third-parties.ts'

const optional = <S extends z.ZodType>(schema: S) => z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

// The address is inserted into a Content Security Policy, so it must not contain characters that end a part of one.
const address = z
  .string()
  .regex(/^https?:\/\/[A-Za-z0-9.\-[\]:]+(\/[^\s?#;,'"<>\\]*)?$/)
  .refine(URL.canParse)
const addressWithQuery = z
  .string()
  .regex(/^https?:\/\/[A-Za-z0-9.\-[\]:]+([/?][^\s#'"<>\\]*)?$/)
  .refine(URL.canParse)
const name = z.string().regex(/^[\w.,:-]{1,200}$/)
const slotPair = /^\s*([a-z0-9-]+)\s*=\s*([\w-]{1,100})\s*$/
const isSlot = (text: string | undefined): text is AdSlot => adSlots.some((slot) => slot === text)

/**
 * True for Plausible's older script unless it is the manual one: it counts page views by itself, so ours would be counted
 * twice.
 */
const countsTwice = (script: string) => /plausible/i.test(script) && !/manual|\/pa-/.test(script)

export const thirdPartySettings = {
  ANALYTICS_SCRIPT_URL: optional(address.refine((script) => !countsTwice(script))),
  ANALYTICS_SITE_ID: optional(name),
  DONATE_URL: optional(addressWithQuery),
  DONATE_SCRIPT_URL: optional(addressWithQuery),
  ADS_CLIENT_ID: optional(name),
  ADS_SLOTS: optional(z.string().refine((text) => text.split(',').every((pair) => isSlot(slotPair.exec(pair)?.[1])))),
  ADS_SCRIPT_URL: optional(address),
}

export const thirdPartyRules = {
  ANALYTICS_SCRIPT_URL:
    'the address of an Umami or Plausible script, for example https://stats.example/script.js (for Plausible the manual one: https://plausible.example/js/script.manual.js)',
  ANALYTICS_SITE_ID: 'the id or domain that your site has there, without spaces',
  DONATE_URL: 'the address of a page, for example https://donate.example/holdout',
  DONATE_SCRIPT_URL: 'the address of a script that creates a button, for example https://donate.example/button.js',
  ADS_CLIENT_ID: 'the id of your account, for example ca-pub-1234567890123456',
  ADS_SLOTS: `pairs of an ad slot and the id of its ad unit, separated by commas, for example browse-1=1234567890, campaign=2345678901; the slots are ${adSlots.join(', ')}`,
  ADS_SCRIPT_URL: 'the address of a script, for example https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js',
} satisfies Record<keyof typeof thirdPartySettings, string>

type Options = { [Name in keyof typeof thirdPartySettings]?: z.infer<(typeof thirdPartySettings)[Name]> }

export type ThirdPartyConfig = {
  shown: ThirdParties
  donateScript: string | null
  ads: { script: string; clientId: string; units: Partial<Record<AdSlot, string>> } | null
}

/** Returns an error message if a feature is only partly configured, else null. */
export function missingThirdParty(given: Options): string | null {
  if (given.ANALYTICS_SITE_ID && !given.ANALYTICS_SCRIPT_URL) return 'ANALYTICS_SCRIPT_URL is missing: ANALYTICS_SITE_ID has no effect without it.'
  if (Boolean(given.ADS_CLIENT_ID) !== Boolean(given.ADS_SLOTS))
    return `${given.ADS_CLIENT_ID ? 'ADS_SLOTS' : 'ADS_CLIENT_ID'} is missing: advertising needs both ADS_CLIENT_ID and ADS_SLOTS.`
  if (given.ADS_SCRIPT_URL && !given.ADS_CLIENT_ID) return 'ADS_CLIENT_ID is missing: ADS_SCRIPT_URL has no effect without it.'
  return null
}

export function thirdPartiesOf(given: Options): ThirdPartyConfig {
  const ads = adsOf(given)
  const { ANALYTICS_SCRIPT_URL: script, DONATE_URL: donate, DONATE_SCRIPT_URL: donateScript } = given
  return {
    shown: {
      analytics: script ? { script: new URL(script).href, siteId: given.ANALYTICS_SITE_ID ?? null } : null,
      donate: donate ? { href: donate, isScript: false } : donateScript ? { href: '/donate/frame', isScript: true } : null,
      ads: ads && { host: new URL(ads.script).host, slots: adSlots.filter((slot) => ads.units[slot] !== undefined) },
    },
    donateScript: donateScript && !donate ? new URL(donateScript).href : null,
    ads,
  }
}

function adsOf({ ADS_CLIENT_ID: clientId, ADS_SLOTS: slots, ADS_SCRIPT_URL: script }: Options): ThirdPartyConfig['ads'] {
  if (!clientId || !slots) return null
  const units: Partial<Record<AdSlot, string>> = {}
  for (const pair of slots.split(',')) {
    const [, slot, unit] = slotPair.exec(pair) ?? []
    if (isSlot(slot)) units[slot] = unit
  }
  return { script: new URL(script ?? 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js').href, clientId, units }
}
