import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { m } from '#messages'
import { useSettled } from '#platform/client/use-settled.ts'
import { plainSlug, slugProblem } from '../field-problems.ts'
import { api } from './api.ts'
import { problemTexts } from './problem-text.ts'

const settleMs = 350

/** What is wrong with an address while it is typed, and whether it is free. */
export function useSlugCheck(slug: string): { problem: string | undefined; isFree: boolean } {
  const settled = useSettled(slug, settleMs)
  const rule = slugProblem(settled)
  const { data } = useQuery({ ...api.slug.queryOptions({ input: { slug: settled } }), enabled: rule === null, staleTime: 5_000 })
  if (settled !== slug || slug === '') return { problem: undefined, isFree: false }
  if (rule) return { problem: problemTexts({ slug: rule }).slug, isFree: false }
  return { problem: data?.isFree === false ? m.communities_error_slug_taken() : undefined, isFree: data?.isFree === true }
}

/** Makes addresses of names, of one after another: what is made of an earlier one never comes late. */
export function useSlugOf(onSlug: (slug: string) => void) {
  const latest = useRef('')
  return (name: string) => {
    latest.current = name
    onSlug(plainSlug(name))
    if (/^[\u0000-\u007f]*$/.test(name)) return
    // How other scripts are written in Latin letters is a large table: it comes when there is something to write so.
    import('../slug-from-name.ts').then(
      ({ slugFromName }) => {
        if (latest.current === name) onSlug(slugFromName(name))
      },
      () => {},
    )
  }
}
