import type { FieldProblems } from '#platform/refusal.ts'
import { isWebAddress, lengthOf, neat } from '#platform/text.ts'
import { mayBecome } from './policy.ts'
import { type CommunityCode, communityLimits, type LinkName, linkNames, type Privacy } from './terms.ts'

/** What is said of a community; what is not named is not judged. */
export type CommunityWords = {
  name?: string | undefined
  slug?: string | undefined
  description?: string | undefined
  rules?: string | undefined
  tags?: readonly string[] | undefined
  links?: { [name in LinkName]?: string | undefined } | undefined
  quickLinks?: readonly { title: string; url: string }[] | undefined
}

/** What is wrong with it, by field; of rows by their place: `quickLinks.0.url`. */
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
  if (!neat(name)) return 'NAME_REQUIRED'
  return lengthOf(name) > communityLimits.name ? 'NAME_TOO_LONG' : null
}

/** Whether it may be had is the store's to say. */
export function slugProblem(slug: string): CommunityCode | null {
  if (!slug.trim()) return 'SLUG_REQUIRED'
  if (!/^[a-z0-9-]+$/.test(slug) || !/[a-z0-9]/.test(slug)) return 'SLUG_CHARACTERS'
  return slug.length > communityLimits.slug ? 'SLUG_TOO_LONG' : null
}

function descriptionProblem(description: string): CommunityCode | null {
  if (!neat(description)) return 'DESCRIPTION_REQUIRED'
  return lengthOf(description) > communityLimits.description ? 'DESCRIPTION_TOO_LONG' : null
}

function tagsProblem(tags: readonly string[]): CommunityCode | null {
  const kept = neatTags(tags)
  if (kept.some((tag) => lengthOf(tag) > communityLimits.tag)) return 'TAG_TOO_LONG'
  return kept.length > communityLimits.tags ? 'TAGS_TOO_MANY' : null
}

/** Tags as they are kept: at commas apart, each once, whichever case it is written in. */
export function neatTags(tags: readonly string[]): string[] {
  const kept = new Map<string, string>()
  for (const tag of tags.flatMap((each) => each.split(','))) {
    const neatTag = neat(tag).replace(/\s+/g, ' ')
    const same = neatTag.toLowerCase()
    if (neatTag && !kept.has(same)) kept.set(same, neatTag)
  }
  return [...kept.values()]
}

/** None is fine. */
const addressProblem = (url: string): CommunityCode | null => (neat(url) && !isWebAddress(url) ? 'URL_INVALID' : null)

function quickLinkProblems(links: readonly { title: string; url: string }[]): { [field: string]: CommunityCode | null } {
  const found: { [field: string]: CommunityCode | null } = {}
  for (const [row, { title, url }] of links.entries()) {
    // An empty row is none.
    if (!neat(title) && !neat(url)) continue
    if (!neat(title)) found[`quickLinks.${row}.title`] = 'LINK_TITLE_REQUIRED'
    else if (lengthOf(title) > communityLimits.linkTitle) found[`quickLinks.${row}.title`] = 'LINK_TITLE_TOO_LONG'
    if (!isWebAddress(url)) found[`quickLinks.${row}.url`] = 'URL_INVALID'
  }
  if (neatLinks(links).length > communityLimits.quickLinks) found.quickLinks = 'LINKS_TOO_MANY'
  return found
}

/** Rows of links as they are kept: without those that say nothing. */
export const neatLinks = (links: readonly { title: string; url: string }[]) =>
  links.map(({ title, url }) => ({ title: neat(title), url: neat(url) })).filter(({ title, url }) => title || url)

/** A plain name as part of an address; of other scripts see `slug-from-name.ts`. */
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

/** Only a private community has members wait for approval, and what was private stays so. */
export function privacyProblems(asked: { before: Privacy | null; after: Privacy; approvesMembers: boolean }): FieldProblems<CommunityCode> {
  if (asked.before && !mayBecome({ from: asked.before, to: asked.after })) return { privacy: 'STAYS_PRIVATE' }
  return asked.approvesMembers && asked.after === 'public' ? { approvesMembers: 'ONLY_PRIVATE_APPROVES' } : {}
}
