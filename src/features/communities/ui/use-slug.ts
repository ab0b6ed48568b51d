import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { m } from '#messages'
import { useSettled } from '#platform/client/use-settled.ts'
import { plainSlug, slugProblem } from '../field-problems.ts'
import { slugPauseMs } from '../terms.ts'
import { api } from './api.ts'
import { problemTexts } from './problem-text.ts'

/** Validates a slug while it is typed, and queries whether it is free. */
export function useSlugCheck(slug: string): { problem: string | undefined; isFree: boolean } {
  const settled = useSettled(slug, slugPauseMs)
  const rule = slugProblem(settled)
  const { data } = useQuery({ ...api.slug.queryOptions({ input: { slug: settled } }), enabled: rule === null, staleTime: 5_000 })
  if (settled !== slug || slug === '') return { problem: undefined, isFree: false }
  if (rule) return { problem: problemTexts({ slug: rule }).slug, isFree: false }
  return { problem: data?.isFree === false ? m.communities_error_slug_taken() : undefined, isFree: data?.isFree === true }
}

/** Derives a slug from a name while it is typed. A late result for an earlier name is dropped. */
export function useSlugOf(onSlug: (slug: string) => void) {
  const latest = useRef('')
  return (name: string) => {
    latest.current = name
    onSlug(plainSlug(name))
    if (/^[\u0000-\u007f]*$/.test(name)) return
    // The transliteration table for other scripts is large, so it is loaded on demand.
    import('../slug-from-name.ts').then(
      ({ slugFromName }) => {
        if (latest.current === name) onSlug(slugFromName(name))
      },
      () => {},
    )
  }
}
