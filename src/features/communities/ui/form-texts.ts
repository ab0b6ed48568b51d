import { jsonOf } from '#platform/json.ts'
import type { Community } from '../contract.ts'
import { normalizedTags } from '../field-problems.ts'
import { type Privacy, privacies } from '../terms.ts'

/** The form's values as strings only, so that the browser can store them. Booleans are "yes" or empty. */
export const blankTexts = {
  name: '',
  slug: '',
  /** "yes" after the slug was typed by hand, so that it is no longer derived from the name. */
  isSlugOwn: '',
  description: '',
  rules: '',
  privacy: 'public',
  approvesMembers: '',
  tags: '',
  discord: '',
  twitter: '',
  website: '',
  instagram: '',
  /** Rows of title and URL, as JSON. */
  quickLinks: '[]',
}
export type FormTexts = typeof blankTexts

export type LinkRow = { title: string; url: string }

export const privacyIn = ({ privacy }: Pick<FormTexts, 'privacy'>): Privacy => privacies.find((each) => each === privacy) ?? 'public'

export function rowsIn({ quickLinks }: Pick<FormTexts, 'quickLinks'>): LinkRow[] {
  const rows: unknown = jsonOf(quickLinks)
  if (!Array.isArray(rows)) return []
  return rows.map((row: unknown) => {
    const { title, url }: { title?: unknown; url?: unknown } = Object(row)
    return { title: typeof title === 'string' ? title : '', url: typeof url === 'string' ? url : '' }
  })
}

/** The form's values as API input. */
export function wordsIn(texts: FormTexts) {
  const { name, description, rules, tags, discord, twitter, website, instagram } = texts
  return {
    name,
    description,
    rules,
    tags: normalizedTags([tags]),
    links: { discord, twitter, website, instagram },
    quickLinks: rowsIn(texts),
    approvesMembers: privacyIn(texts) === 'private' && texts.approvesMembers === 'yes',
  }
}

/** The form's values for an existing community. */
export function textsOf({ name, slug, description, privacy, approvesMembers, tags }: Community, inside: NonNullable<Community['inside']>): FormTexts {
  const { rules, links, quickLinks } = inside
  return {
    name,
    slug,
    isSlugOwn: 'yes',
    description,
    rules,
    privacy,
    approvesMembers: approvesMembers ? 'yes' : '',
    tags: tags.join(', '),
    discord: links.discord ?? '',
    twitter: links.twitter ?? '',
    website: links.website ?? '',
    instagram: links.instagram ?? '',
    quickLinks: JSON.stringify(quickLinks),
  }
}
