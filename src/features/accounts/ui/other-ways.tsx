import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#design/button.tsx'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'
import { safeReturnTo } from '../return-to.ts'
import { type WayName, wayNames, wayTitles } from '../ways.ts'
import { ServerProblem } from './form-parts.tsx'
import { goTo } from './go-to.ts'
import { keepPath } from './kept-path.ts'
import { useGoing } from './use-going.ts'

const planned = ['X', 'Apple']

/** Buttons for the sites through which people can sign in here. Renders nothing if there are none. */
export function OtherWays({ returnTo, join }: { returnTo: string | undefined; join: string | undefined }) {
  const [leaving, setLeaving] = useGoing<WayName>()
  const [problem, setProblem] = useState<string | null>(null)
  const { signInWays } = readSite()
  const ways = wayNames.filter((name) => signInWays.includes(name))
  if (ways.length === 0) return null

  async function leave(provider: WayName) {
    if (leaving) return
    setProblem(null)
    setLeaving(provider)
    const path = safeReturnTo(returnTo, window.location.origin) ?? '/'
    keepPath(path)
    const left = await goTo('sign-in/social', { provider, returnTo: path, ...(join ? { join } : {}) })
    if (left.ok) return
    setLeaving(null)
    setProblem(left.text)
  }

  return (
    <section aria-labelledby="other-ways" className="flex flex-col gap-3 border-b border-line pb-6">
      <h2 id="other-ways" className="type-label text-lg">
        {m.accounts_social_heading()}
      </h2>
      <ServerProblem text={problem} />
      <ul className={ways.length > 1 ? 'grid grid-cols-2 gap-2' : undefined}>
        {ways.map((name) => (
          <li key={name}>
            <Button wide className="h-full" pending={leaving === name} onClick={() => leave(name)}>
              {wayTitles[name]}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The providers that this site has no credentials for, in a closed `details` element. */
export function ClosedWays() {
  const { signInWays } = readSite()
  const closed = wayNames.filter((name) => !signInWays.includes(name)).map((name) => wayTitles[name])
  const names = new Intl.ListFormat('en').format(closed)
  return (
    <details className="border-t border-line pt-2 text-sm text-muted">
      <summary className="inline-flex min-h-11 items-center gap-1 hover:text-ink">
        {closed.length > 0 ? m.accounts_ways_closed({ names, count: closed.length }) : m.accounts_more_soon()}
        <ChevronDown className="turns size-4 shrink-0" aria-hidden="true" />
      </summary>
      <ul className="divide-y divide-line border-y border-line">
        {closed.map((name) => (
          <Closed key={name} name={name} note={m.accounts_not_configured()} />
        ))}
        {planned.map((name) => (
          <Closed key={name} name={name} note={m.accounts_soon()} />
        ))}
      </ul>
      {closed.length > 0 && <p className="pt-2">{m.accounts_more_soon()}</p>}
    </details>
  )
}

function Closed({ name, note }: { name: string; note: string }) {
  return (
    <li className="flex justify-between gap-4 py-2">
      <span className="text-ink">{name}</span>
      <span>{note}</span>
    </li>
  )
}
