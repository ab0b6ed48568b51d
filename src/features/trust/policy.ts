import type { FieldProblems } from '#platform/refusal.ts'
import { type linkCodes, newPersonLimits, type TrustLevel } from './terms.ts'

export const isLimited = (level: TrustLevel): boolean => level === 'unconfirmed' || level === 'new'

/** `html`: a text as `renderMarkdown` returns it, so that everything counts that becomes a link. */
export function linkProblems(level: TrustLevel, html: string): FieldProblems<(typeof linkCodes)[number]> {
  return isLimited(level) && hasTooManyLinks(html) ? { body: 'LINKS_LIMITED' } : {}
}

export const hasTooManyLinks = (html: string): boolean => (html.match(/<a /g)?.length ?? 0) > newPersonLimits.links
