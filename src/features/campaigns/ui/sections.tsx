import { ExternalLink } from 'lucide-react'
import { proseClass } from '#design/prose.ts'
import { Section } from '#design/section.tsx'
import { m } from '#messages'
import { SafeHtmlBlock, serverHtml } from '#platform/client/safe-html.tsx'
import { formatCents } from '#platform/format.ts'
import type { Campaign } from '../contract.ts'
import { basisTexts } from './impact-text.ts'

export function Why({ text }: { text: string }) {
  if (!text) return null
  return (
    <Section id="why" title={m.campaigns_why()}>
      <p dir="auto" className="max-w-prose text-lg leading-normal whitespace-pre-line wrap-anywhere">
        {text}
      </p>
    </Section>
  )
}

export function Actions({ actions, isHistorical }: Pick<Campaign, 'actions' | 'isHistorical'>) {
  if (actions.length === 0) return null
  return (
    <Section id="do" title={isHistorical ? m.campaigns_do_history() : m.campaigns_do()}>
      <ActionList actions={actions} />
    </Section>
  )
}

function ActionList({ actions }: Pick<Campaign, 'actions'>) {
  return (
    <ol className="max-w-prose">
      {numbered(actions).map(({ number, item }) => (
        <li key={number} className="grid grid-cols-[2.5rem_1fr] items-baseline gap-2 border-b border-line py-3 first:pt-0 last:border-b-0">
          <span aria-hidden="true" className="type-figure text-2xl leading-none text-accent-text">
            {number}
          </span>
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {item}
          </span>
        </li>
      ))}
    </ol>
  )
}

export function Alternatives({ alternatives, isHistorical }: { alternatives: Campaign['alternatives']; isHistorical: boolean }) {
  if (alternatives.length === 0) return null
  return (
    <Section id="instead" title={isHistorical ? m.campaigns_instead_history() : m.campaigns_instead()}>
      <ul>
        {numbered(alternatives).map(({ number, item: { name, url, note } }) => (
          <li key={number} className="border-b border-line py-3 first:pt-0 last:border-b-0">
            {url ? (
              <a
                href={url}
                rel="nofollow ugc noopener noreferrer"
                target="_blank"
                className="link inline-flex min-h-6 items-baseline gap-1.5 font-semibold wrap-anywhere"
              >
                {name}
                <ExternalLink className="size-3.5 shrink-0 self-center" aria-hidden="true" />
              </a>
            ) : (
              <span className="font-semibold wrap-anywhere">{name}</span>
            )}
            {note && (
              <p dir="auto" className="text-sm text-muted wrap-anywhere">
                {note}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function Product({ impact }: { impact: Campaign['impact'] }) {
  if (impact.mode !== 'monetary') return null
  return (
    <Section id="product" title={m.campaigns_product()}>
      <p className="text-lg font-semibold wrap-anywhere">{impact.productService}</p>
      <p className="text-muted">{m.campaigns_spend_each({ spend: formatCents(impact.spendCents), basis: basisTexts[impact.durationBasis]() })}</p>
    </Section>
  )
}

/** The creator's description. Title and demand are already on the page. */
export function About({ bodyHtml }: { bodyHtml: string }) {
  if (!bodyHtml) return null
  return (
    <Section id="about" title={m.campaigns_about()}>
      <SafeHtmlBlock html={serverHtml(bodyHtml)} className={proseClass} />
    </Section>
  )
}

/** The order never changes on the page, so the index can be the key. */
function numbered<Item>(items: readonly Item[]): { number: number; item: Item }[] {
  return items.map((item, index) => ({ number: index + 1, item }))
}
