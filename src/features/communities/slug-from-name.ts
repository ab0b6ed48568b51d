import { slugOf } from '#platform/slug.ts'
import { plainSlug } from './field-problems.ts'

/** A name in any script as part of an address. Its table of scripts is large: pages load this file when they need it. */
export const slugFromName = (name: string): string => plainSlug(slugOf(name))
