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

/** Other sites' doors: those this site has credentials for, and those it has not. */
export function OtherWays({ returnTo }: { returnTo: string | undefined }) {
  const [leaving, setLeaving] = useGoing<WayName>()
  const [problem, setProblem] = useState<string | null>(null)
  const { signInWays } = readSite()

  async function leave(provider: WayName) {
    if (leaving) return
    setProblem(null)
    setLeaving(provider)
    const path = safeReturnTo(returnTo, window.location.origin) ?? '/'
    keepPath(path)
    const left = await goTo('sign-in/social', { provider, returnTo: path })
    if (left.ok) return
    setLeaving(null)
    setProblem(left.text)
  }

  return (
    <section aria-labelledby="other-ways" className="flex flex-col gap-4">
      <h2 id="other-ways" className="type-label text-lg">
        {m.accounts_social_heading()}
      </h2>
      <ServerProblem text={problem} />
      <ul className="grid grid-cols-2 gap-2">
        {wayNames.map((name) => (
          <li key={name}>
            {signInWays.includes(name) ? (
              <Button wide className="h-full" pending={leaving === name} onClick={() => leave(name)}>
                {wayTitles[name]}
              </Button>
            ) : (
              <Closed name={wayTitles[name]} note={m.accounts_not_configured()} />
            )}
          </li>
        ))}
        {planned.map((name) => (
          <li key={name}>
            <Closed name={name} note={m.accounts_soon()} />
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{m.accounts_more_soon()}</p>
    </section>
  )
}

function Closed({ name, note }: { name: string; note: string }) {
  return (
    <Button wide disabled className="h-full flex-col">
      <span className="flex flex-col">
        {name}
        <span className="font-sans text-xs font-normal">{note}</span>
      </span>
    </Button>
  )
}
