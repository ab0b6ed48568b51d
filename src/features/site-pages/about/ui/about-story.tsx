import { Tally } from '#design/tally.tsx'
import { Written } from '#design/written.tsx'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'
import { words } from './about-words.ts'

const steps = [
  { counted: 1, title: m.about_step_1_title, text: m.about_step_1_text },
  { counted: 2, title: m.about_step_2_title, text: m.about_step_2_text },
  { counted: 3, title: m.about_step_3_title, text: m.about_step_3_text },
  { counted: 5, title: m.about_step_4_title, text: m.about_step_4_text },
]

export function AboutStory() {
  return (
    <>
      <header className="page-column py-10 md:py-14">
        <h1 className="type-kicker text-muted">{m.about_title()}</h1>
        <p className="type-title mt-3 text-[clamp(2.75rem,1rem+8vw,7rem)] leading-[0.88] uppercase">{brand.tagline}</p>
        <p className="mt-6 max-w-prose text-xl leading-snug font-semibold">{m.about_lead(words)}</p>
      </header>
      <div className="page-column">
        <div className="grid gap-x-16 gap-y-10 border-t-2 border-ink pt-8 md:grid-cols-2">
          <section aria-labelledby="what">
            <h2 id="what" className="type-title text-3xl">
              {m.about_what_title()}
            </h2>
            <div className="max-w-prose">
              <Written text={m.about_what_text(words)} />
            </div>
          </section>
          <section aria-labelledby="why">
            <h2 id="why" className="type-title text-3xl">
              {m.about_why_title()}
            </h2>
            <div className="max-w-prose">
              <Written text={m.about_why_text(words)} />
            </div>
          </section>
        </div>
      </div>
      <section aria-labelledby="steps" className="page-column mt-14">
        <h2 id="steps" className="type-title text-3xl">
          {m.about_steps_title()}
        </h2>
        <ol className="mt-4 grid border-t border-line sm:grid-cols-2 lg:grid-cols-4">
          {steps.map(({ counted, title, text }) => (
            <li key={counted} className="border-b border-line py-6 sm:pe-8 lg:border-b-0">
              <Tally counted={counted} className="size-12" />
              <h3 className="type-title mt-4 text-xl">{title(words)}</h3>
              <p className="mt-2 max-w-prose">{text(words)}</p>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
