import { useQuery } from '@tanstack/react-query'
import { HourBars } from '#design/hour-bars.tsx'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import { shownFrom } from '../terms.ts'
import { signUps } from './api.ts'

/** Sign-ups by hour, and the mail domains that have at least ten of them. */
export function SignUpGroups() {
  const { data } = useQuery(signUps())
  if (!data) return null
  const { hours, domains, otherDomains } = data
  const counts = hours.map(({ signUps: count }) => count)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return (
    <div className="mt-12 grid gap-x-10 gap-y-8 lg:grid-cols-2">
      <section>
        <h2 className="type-title mb-3 text-xl">{m.people_sign_ups()}</h2>
        {total === 0 ? (
          <p className="text-muted">{m.people_sign_ups_none()}</p>
        ) : (
          <>
            <HourBars hours={[...hours].reverse().map(({ at, signUps: count }) => ({ at, count }))} />
            <p className="mt-2 text-sm text-muted">{m.people_sign_ups_total({ count: formatCount(total), most: formatCount(Math.max(...counts)) })}</p>
          </>
        )}
      </section>
      <section>
        <h2 className="type-title mb-3 text-xl">{m.people_domains()}</h2>
        {domains.length === 0 ? (
          <p className="text-muted">{m.people_domains_none()}</p>
        ) : (
          <ul className="border-t border-ink">
            {domains.map(({ mailDomain, signUps: count }) => (
              <Domain key={mailDomain} name={mailDomain} count={formatCount(count)} />
            ))}
            <Domain name={m.people_other_domains()} count={otherDomains === null ? m.people_under({ count: shownFrom }) : formatCount(otherDomains)} />
          </ul>
        )}
      </section>
    </div>
  )
}

function Domain({ name, count }: { name: string; count: string }) {
  return (
    <li className="flex min-h-11 items-center justify-between gap-4 border-b border-line">
      <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
      <span className="shrink-0 tabular-nums">{count}</span>
    </li>
  )
}
