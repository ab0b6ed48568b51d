import type { FieldProblems } from '#platform/refusal.ts'
import { isWebAddress, lengthOf, normalized } from '#platform/text.ts'
import { mayBecome } from './policy.ts'
import { type CommunityCode, communityLimits, type LinkName, linkNames, type Privacy } from './terms.ts'

/** Texts to validate; undefined fields are not checked. */
export type CommunityWords = {
  name?: string | undefined
  slug?: string | undefined
  description?: string | undefined
  rules?: string | undefined
  tags?: readonly string[] | undefined
  links?: { [name in LinkName]?: string | undefined } | undefined
  quickLinks?: readonly { title: string; url: string }[] | undefined
}

/** Problems by field name. The field name of a quick link contains the index of its row: `quickLinks.0.url`. */
export function communityProblems(words: CommunityWords): FieldProblems<CommunityCode> {
  const { name, slug, description, rules, tags, links } = words
  const found: { [field: string]: CommunityCode | null } = {
    name: name === undefined ? null : nameProblem(name),
    slug: slug === undefined ? null : slugProblem(slug),
    description: description === undefined ? null : descriptionProblem(description),
    rules: lengthOf(rules ?? '') > communityLimits.rules ? 'RULES_TOO_LONG' : null,
    tags: tags === undefined ? null : tagsProblem(tags),
    ...Object.fromEntries(linkNames.map((link) => [`links.${link}`, addressProblem(links?.[link] ?? '')])),
    ...quickLinkProblems(words.quickLinks ?? []),
  }
  return Object.fromEntries(Object.entries(found).flatMap(([field, problem]) => (problem ? [[field, problem]] : [])))
}

function nameProblem(name: string): CommunityCode | null {
  if (!normalized(name)) return 'NAME_REQUIRED'
  return lengthOf(name) > communityLimits.name ? 'NAME_TOO_LONG' : null
}

/** Checks the syntax; `isSlugFree` on the server checks whether the slug is free. */
export function slugProblem(slug: string): CommunityCode | null {
  if (!slug.trim()) return 'SLUG_REQUIRED'
  if (!/^[a-z0-9-]+$/.test(slug) || !/[a-z0-9]/.test(slug)) return 'SLUG_CHARACTERS'
  return slug.length > communityLimits.slug ? 'SLUG_TOO_LONG' : null
}

function descriptionProblem(description: string): CommunityCode | null {
  if (!normalized(description)) return 'DESCRIPTION_REQUIRED'
  return lengthOf(description) > communityLimits.description ? 'DESCRIPTION_TOO_LONG' : null
}

function tagsProblem(tags: readonly string[]): CommunityCode | null {
  const kept = normalizedTags(tags)
  if (kept.some((tag) => lengthOf(tag) > communityLimits.tag)) return 'TAG_TOO_LONG'
  return kept.length > communityLimits.tags ? 'TAGS_TOO_MANY' : null
}

/** Tags as they are stored: split at commas, and without duplicates that differ in case; the first spelling is used. */
export function normalizedTags(tags: readonly string[]): string[] {
  const kept = new Map<string, string>()
  for (const tag of tags.flatMap((each) => each.split(','))) {
    const normalizedTag = normalized(tag).replace(/\s+/g, ' ')
    const same = normalizedTag.toLowerCase()
    if (normalizedTag && !kept.has(same)) kept.set(same, normalizedTag)
  }
  return [...kept.values()]
}

/** An empty address is valid. */
const addressProblem = (url: string): CommunityCode | null => (normalized(url) && !isWebAddress(url) ? 'URL_INVALID' : null)

function quickLinkProblems(links: readonly { title: string; url: string }[]): { [field: string]: CommunityCode | null } {
  const found: { [field: string]: CommunityCode | null } = {}
  for (const [row, { title, url }] of links.entries()) {
    // Ignores an empty row.
    if (!normalized(title) && !normalized(url)) continue
    if (!normalized(title)) found[`quickLinks.${row}.title`] = 'LINK_TITLE_REQUIRED'
    else if (lengthOf(title) > communityLimits.linkTitle) found[`quickLinks.${row}.title`] = 'LINK_TITLE_TOO_LONG'
    if (!isWebAddress(url)) found[`quickLinks.${row}.url`] = 'URL_INVALID'
  }
  if (normalizedLinks(links).length > communityLimits.quickLinks) found.quickLinks = 'LINKS_TOO_MANY'
  return found
}

/** Rows as they are stored: trimmed, without empty ones. */
export const normalizedLinks = (links: readonly { title: string; url: string }[]) =>
  links.map(({ title, url }) => ({ title: normalized(title), url: normalized(url) })).filter(({ title, url }) => title || url)

/** A slug from the ASCII letters and digits of a name; `slug-from-name.ts` handles other scripts. */
export const plainSlug = (name: string) =>
  name
    .toLowerCase()
    .trim()
    .replace(/[^\w\s-]/g, '')
    .replace(/[\s_]+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-+/, '')
    .slice(0, communityLimits.slug)
    .replace(/-+$/, '')

/** Only a private community may require approval, and a private community cannot become public. */
export function privacyProblems(asked: { before: Privacy | null; after: Privacy; approvesMembers: boolean }): FieldProblems<CommunityCode> {
  if (asked.before && !mayBecome({ from: asked.before, to: asked.after })) return { privacy: 'STAYS_PRIVATE' }
  return asked.approvesMembers && asked.after === 'public' ? { approvesMembers: 'ONLY_PRIVATE_APPROVES' } : {}
}
