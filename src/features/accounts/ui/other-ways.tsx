import { Button } from '#design/button.tsx'
import { m } from '#messages'

const providers = ['Google', 'Twitch', 'Discord', 'Facebook']
const planned = ['X', 'Apple']

/** Other providers' doors: none is configured in this version. */
export function OtherWays() {
  const ways = [...providers.map((name) => ({ name, note: m.accounts_not_configured() })), ...planned.map((name) => ({ name, note: m.accounts_soon() }))]
  return (
    <section aria-labelledby="other-ways" className="flex flex-col gap-4">
      <h2 id="other-ways" className="type-label text-lg">
        {m.accounts_social_heading()}
      </h2>
      <ul className="grid grid-cols-2 gap-2">
        {ways.map(({ name, note }) => (
          <li key={name}>
            <Button wide disabled className="h-full flex-col">
              <span className="flex flex-col">
                {name}
                <span className="font-sans text-xs font-normal">{note}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{m.accounts_more_soon()}</p>
    </section>
  )
}
