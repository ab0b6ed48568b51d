import { Written } from '#design/written.tsx'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'
import { words } from './about-words.ts'

type Words = typeof words

function pledgeText(given: Words): string {
  const { countsAccounts, sendsMail } = readSite()
  if (countsAccounts) return `${m.about_pledge_accounts(given)} ${m.about_pledge_text(given)}`
  if (!sendsMail) return `${m.about_pledge_nobody(given)} ${m.about_pledge_text(given)}`
  return `${m.about_pledge_mailbox(given)} ${m.about_pledge_text(given)} ${m.about_pledge_returning()}`
}

const supportersText = (given: Words) => (readSite().countsAccounts ? m.about_supporters_accounts : m.about_supporters_text)(given)

/** Other pages link to these ids as fragments. */
const definitions = [
  { id: 'pledge', title: m.about_pledge_title, text: pledgeText },
  { id: 'supporters', title: m.about_supporters_title, text: supportersText },
  { id: 'impact', title: m.about_impact_title, text: m.about_impact_text },
  { id: 'trending', title: m.about_trending_title, text: m.about_trending_text },
  { id: 'goal', title: m.about_goal_title, text: m.about_goal_text },
]

export function AboutNumbers() {
  return (
    <div className="page-column mt-14">
      <h2 className="type-title text-3xl">{m.about_numbers_title()}</h2>
      <p className="mt-2 max-w-prose text-muted">{m.about_numbers_lead()}</p>
      <dl className="mt-6 border-t-2 border-ink">
        {definitions.map(({ id, title, text }) => (
          <div
            key={id}
            id={id}
            className="grid gap-x-10 scroll-mt-4 border-b border-line py-6 target:bg-sunk md:grid-cols-[16rem_1fr] md:target:-mx-4 md:target:px-4"
          >
            <dt className="type-title text-xl">{title()}</dt>
            <dd className="max-w-prose md:-mt-3">
              <Written text={text(words)} />
            </dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="more" className="mt-10">
        <h2 id="more" className="type-title text-xl">
          {m.about_more_title()}
        </h2>
        <div className="max-w-prose">
          <Written text={m.about_more_text()} />
        </div>
      </section>
      <Software />
    </div>
  )
}

/** Section 13 of the AGPL asks for an offer of the source code of the running version. */
function Software() {
  const { version, sourceUrl } = readSite().software
  return (
    <section aria-labelledby="software" className="mt-10">
      <h2 id="software" className="type-title text-xl">
        {m.about_software_title()}
      </h2>
      <div className="max-w-prose">
        <Written text={m.about_software_text({ version })} />
        {sourceUrl && (
          <p className="mt-3">
            <a href={sourceUrl} className="link wrap-anywhere">
              {m.about_software_source()}
            </a>
          </p>
        )}
      </div>
    </section>
  )
}
