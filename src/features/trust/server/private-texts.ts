import { sql } from 'kysely'
import { hasModerators } from '#features/moderation/server/public.ts'
import { commonMailDomains } from '#platform/server/common-mail-domains.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { isSiteModerator, type Viewer } from '#platform/viewer.ts'
import { hasTooManyLinks, isLimited, type Newness } from '../policy.ts'
import { privateDetails } from '../private-details.ts'
import { newPersonLimits, type PrivateCode, type PrivateDetail, personLimits } from '../terms.ts'

export async function newnessOf(tx: Tx, personId: string): Promise<Newness> {
  const { rows } = await sql<Newness>`
    select t.level, t.level in ('unconfirmed', 'new')
      and (p.counting_from is null or p.created_at > now() - make_interval(hours => ${personLimits.newAccountHours})) as "isNewAccount"
    from person p cross join lateral (select trust_level(p.id) as level) t where p.id = ${personId}`.execute(tx)
  return rows[0] ?? { level: 'new', isNewAccount: true }
}

export const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : null)

/** The website of the campaign's target; null if the target has none. */
export async function websiteOfTarget(tx: Tx, campaignId: string | undefined): Promise<string | null> {
  if (campaignId === undefined) return null
  const campaign = tx.selectFrom('campaign as c').innerJoin('target as t', 't.id', 'c.target_id').select('t.website_url').where('c.id', '=', campaignId)
  return (await campaign.executeTakeFirst())?.website_url ?? null
}

/** Finds personal data in a Markdown text, in its source and as rendered: readers do not see Markdown characters between the digits of a number. */
export function detailsIn(text: string, { targetHost }: { targetHost: string | null }): PrivateDetail[] {
  const shown = renderMarkdown(text)
    .replaceAll(/<\/?(?:strong|em|del|code|a)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, '\n')
  const ownHost = targetHost !== null && commonMailDomains.has(targetHost) ? null : targetHost
  return privateDetails(`${text}\n${shown}`, { targetHost: ownHost })
}

const codes: Record<PrivateDetail, PrivateCode> = {
  phone_number: 'PRIVATE_PHONE_NUMBER',
  email: 'PRIVATE_EMAIL',
  home_address: 'PRIVATE_HOME_ADDRESS',
  id_number: 'PRIVATE_ID_NUMBER',
}

type Published = {
  viewer: Viewer
  /** The texts that become public, by form field. The caller leaves out texts that were public before. */
  texts: Readonly<Record<string, string | undefined>>
  /** Texts that readers see as one, such as first and last name, by the field that the refusal names. Checked only if no single text has personal data. */
  combinedTexts?: Readonly<Record<string, string>>
  targetWebsite?: string | null
  /** Markdown texts and lists of links, by form field. The number of links is limited in these only. */
  links?: Readonly<Record<string, string | readonly unknown[] | undefined>>
}

/**
 * Refuses a new person's texts that contain personal data. Used where a text becomes public at once and cannot wait for a moderator. The error names
 * the field and what to remove from it. On a site without moderators, nothing is refused, as no text waits there either.
 */
export async function refusePrivateTexts(tx: Tx, { viewer, texts, combinedTexts = {}, targetWebsite = null, links = {} }: Published): Promise<void> {
  // Reads the level first: most people who publish are not new, and checking the texts of a campaign costs more than this query.
  if (isSiteModerator(viewer) || !isLimited((await newnessOf(tx, viewer.id)).level)) return
  const targetHost = hostOf(targetWebsite ?? '')
  const found: Record<string, PrivateCode | 'LINKS_LIMITED'> = {}
  const check = (checked: typeof texts) => {
    for (const [field, text = ''] of Object.entries(checked)) {
      const [detail] = detailsIn(text, { targetHost })
      if (detail) found[field] = codes[detail]
    }
  }
  check(texts)
  if (Object.keys(found).length === 0) check(combinedTexts)
  for (const [field, given = []] of Object.entries(links)) {
    const isTooMany = typeof given === 'string' ? hasTooManyLinks(renderMarkdown(given)) : given.length > newPersonLimits.links
    if (isTooMany) found[field] ??= 'LINKS_LIMITED'
  }
  if (Object.keys(found).length > 0 && (await siteHasModerators(tx))) refuseFields(found)
}

/** The error code for a name at sign-up that contains personal data; null if the name is allowed. At sign-up everybody is new, so no level is read. */
export async function privateNameProblem(db: Db, name: string): Promise<PrivateCode | null> {
  const [detail] = detailsIn(name, { targetHost: null })
  return detail && (await siteHasModerators(db)) ? codes[detail] : null
}

async function siteHasModerators(db: Db): Promise<boolean> {
  return (await sql`select where ${hasModerators}`.execute(db)).rows.length > 0
}
