import { useQuery } from '@tanstack/react-query'
import { HourBars } from '#design/hour-bars.tsx'
import { Section } from '#design/section.tsx'
import { m } from '#messages'
import { stringifySearch } from '#platform/client/search-text.ts'
import { formatCount } from '#platform/format.ts'
import { smallestShown } from '#platform/shown-count.ts'
import { fullTime } from '#platform/time-text.ts'
import { signUpHours } from '../terms.ts'
import { signUps } from './api.ts'

/** Sign-ups by hour, and the mail domains that have at least ten of them, with links to their joins. */
export function SignUpGroups() {
  const { data } = useQuery(signUps())
  if (!data) return null
  const { hours, domains, otherDomains } = data
  const counts = hours.map(({ signUps: count }) => count)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return (
    <div className="mt-12 grid gap-x-10 gap-y-8 lg:grid-cols-2">
      <Section hasRule={false} title={m.people_sign_ups({ hours: signUpHours })}>
        {total === 0 ? (
          <p className="text-muted">{m.people_sign_ups_none({ hours: signUpHours })}</p>
        ) : (
          <>
            <HourBars hours={[...hours].reverse().map(({ at, signUps: count }) => ({ at, count }))} />
            <p className="mt-2 text-sm text-muted">
              {m.people_sign_ups_total({ hours: signUpHours, count: formatCount(total), most: formatCount(Math.max(...counts)) })}
            </p>
            <details className="mt-2">
              <summary className="link inline-flex min-h-11 cursor-pointer items-center font-semibold">{m.people_every_hour()}</summary>
              <ul className="border-t border-ink">
                {hours.flatMap(({ at, signUps: count }) =>
                  count === 0
                    ? []
                    : [<Group key={at.toISOString()} name={fullTime(at)} count={formatCount(count)} search={{ day: at.toISOString().slice(0, 10) }} />],
                )}
              </ul>
            </details>
          </>
        )}
      </Section>
      <Section hasRule={false} title={m.people_domains()}>
        {domains.length === 0 ? (
          <p className="text-muted">{m.people_domains_none()}</p>
        ) : (
          <ul className="border-t border-ink">
            {domains.map(({ mailDomain, signUps: count }) => (
              <Group key={mailDomain} name={mailDomain} count={formatCount(count)} search={{ domain: mailDomain }} />
            ))}
            <Group name={m.people_other_domains()} count={otherDomains === null ? m.people_under({ count: smallestShown }) : formatCount(otherDomains)} />
          </ul>
        )}
      </Section>
      <p className="max-w-prose text-muted lg:col-span-2">{m.people_sign_ups_joins()}</p>
    </div>
  )
}

type GroupProps = { name: string; count: string; search?: Record<string, string> }

/** `search`: the parameters of the page of joins that select the joins of the group. */
function Group({ name, count, search }: GroupProps) {
  return (
    <li className="flex min-h-11 items-center justify-between gap-4 border-b border-line">
      {search ? (
        <a href={`/moderation/joins${stringifySearch(search)}`} className="link inline-flex min-h-11 min-w-0 items-center [overflow-wrap:anywhere]">
          {name}
        </a>
      ) : (
        <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
      )}
      <span className="shrink-0 tabular-nums">{count}</span>
    </li>
  )
}
