import { Written } from '#design/written.tsx'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'
import { accessibility } from './accessibility-text.ts'
import type { LegalName, LegalPart, LegalText } from './legal-text.ts'
import { notice } from './notice-text.ts'
import { privacy } from './privacy-text.ts'
import { rules } from './rules-text.ts'
import { terms } from './terms-text.ts'

const texts: Record<LegalName, () => LegalText> = { terms, privacy, legal: notice, accessibility, rules }

/** A legal text with its table of contents, which stays visible on wide screens. */
export function LegalDocument({ name }: { name: LegalName }) {
  const { title, updated = m.legal_updated(), lead, parts } = texts[name]()
  return (
    <article className="page-column py-8 md:py-12">
      <header className="border-b-4 border-ink pb-8">
        <h1 className="type-title text-5xl">{title}</h1>
        <p className="mt-2 text-sm text-muted">{updated}</p>
        <p className="mt-5 max-w-prose text-lg">{lead}</p>
      </header>
      <div className="grid gap-x-16 lg:grid-cols-[16rem_1fr]">
        <Contents name={name} parts={parts} />
        <div className="max-w-prose lg:border-s lg:border-line lg:ps-10">
          {parts.map((part) => (
            <Part key={part.id} {...part} />
          ))}
        </div>
      </div>
    </article>
  )
}

function Contents({ name, parts }: { name: LegalName; parts: LegalPart[] }) {
  return (
    <nav aria-labelledby="contents" className="border-b border-line py-6 lg:sticky lg:top-0 lg:max-h-dvh lg:self-start lg:overflow-y-auto lg:border-b-0">
      <h2 id="contents" className="type-kicker text-muted">
        {m.legal_contents()}
      </h2>
      <ol className="mt-2 gap-x-8 sm:columns-2 lg:columns-1">
        {parts.map(({ id, title }) => (
          <li key={id} className="break-inside-avoid">
            <a href={`#${id}`} className={linkClass}>
              {title}
            </a>
          </li>
        ))}
      </ol>
      <h2 className="type-kicker mt-5 text-muted">{m.legal_also()}</h2>
      <ul className="mt-2 flex flex-wrap gap-x-6 lg:block">
        {others(name).map(([other, title]) => (
          <li key={other}>
            <a href={`/${other}`} className={linkClass}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const others = (name: LegalName) => {
  const all: [LegalName, string][] = [
    ['terms', m.legal_terms_title()],
    ['privacy', m.legal_privacy_title()],
    ['legal', m.legal_notice_title()],
    ['accessibility', m.legal_accessibility_title()],
    ['rules', m.legal_rules_title()],
  ]
  return all.filter(([other]) => other !== name)
}

const linkClass =
  'relative inline-flex min-h-11 items-center leading-tight no-underline hover:underline hover:decoration-2 hover:underline-offset-4 lg:min-h-9 target-44'

function Part({ id, title, text, isLaw }: LegalPart) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-4 border-b border-line py-8 last:border-b-0">
      <h2 id={`${id}-title`} className="type-title text-2xl">
        {title}
      </h2>
      <Written text={text} />
      {isLaw && <p className="mt-3 border-2 border-dashed border-edge px-4 py-3 font-semibold">{brand.governingLaw || m.legal_law_missing()}</p>}
    </section>
  )
}
