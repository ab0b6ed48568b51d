import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { limits } from '#features/campaigns/validation/terms.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { formatCount } from '#platform/format.ts'
import { lengthOf } from '#platform/text.ts'
import type { TargetChoice } from '../draft.ts'
import { api } from './api.ts'

const shown = 3

/**
 * The largest active campaigns against the chosen target, shown after a title is typed. They are requested when the target is chosen, so that
 * they appear with a key press and move nothing later. A failure shows nothing, because this is only a help.
 */
export function Similar({ target, title }: { target: TargetChoice | null; title: string }) {
  const slug = target?.kind === 'known' ? target.slug : null
  const enabled = slug !== null
  const campaigns = useQuery({
    ...api.campaigns.list.queryOptions({ input: { target: slug ?? '', status: 'active', sort: 'most_pledged', limit: shown } }),
    enabled,
  })
  const about = useQuery({ ...api.targets.get.queryOptions({ input: { slug: slug ?? '' } }), enabled })
  const items = campaigns.data?.items ?? []
  const count = Math.max(about.data?.numbers.campaigns ?? 0, items.length)
  const isShown = enabled && items.length > 0 && lengthOf(title) >= limits.title.min
  const heading = m.wizard_similar({ ...nouns, count, target: target?.name ?? '' })
  return (
    <div role="status">
      {isShown && (
        <section aria-label={heading} className="border-s-6 border-ink bg-sunk py-3 ps-4 pe-3">
          <h3 className="font-semibold wrap-anywhere">{heading}</h3>
          <ul className="mt-1">
            {items.map((campaign) => (
              <li key={campaign.id} className="border-t border-line first:border-t-0">
                <a
                  href={`/campaigns/${campaign.slug}`}
                  target="_blank"
                  rel="noopener"
                  aria-label={m.wizard_similar_open({ title: campaign.title, supporters: supportersText(campaign.count.supporters) })}
                  className="group flex min-h-11 items-center justify-between gap-4 py-2"
                >
                  <span dir="auto" className="link wrap-anywhere">
                    {campaign.title}
                  </span>
                  <span className="flex shrink-0 items-center gap-2 text-sm text-muted tabular-nums">
                    {supportersText(campaign.count.supporters)}
                    <ExternalLink className="size-4" aria-hidden="true" />
                  </span>
                </a>
              </li>
            ))}
          </ul>
          {count > items.length && (
            <a href={`/targets/${slug}`} target="_blank" rel="noopener" className="link inline-flex min-h-11 items-center gap-2 text-sm">
              {m.wizard_similar_all({ count: formatCount(count) })}
              <ExternalLink className="size-4" aria-hidden="true" />
            </a>
          )}
        </section>
      )}
    </div>
  )
}

const supportersText = (count: number) => m.wizard_similar_supporters({ count, shown: formatCount(count) })
