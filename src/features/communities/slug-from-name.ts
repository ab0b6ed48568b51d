import { slugOf } from '#platform/slug.ts'
import { plainSlug } from './field-problems.ts'

/** A slug from a name in any script. The transliteration table is large, so pages import this file on demand. */
export const slugFromName = (name: string): string => plainSlug(slugOf(name))
