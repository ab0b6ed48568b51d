import { m } from '#messages'
import { channels, emailHref, type Shared } from './channels.ts'

const linkClass = 'type-label flex min-h-11 items-center px-3 no-underline hover:bg-sunk'

/** The channels as plain links, for readers without JavaScript. */
export function ShareLinks({ shared }: { shared: Shared }) {
  return (
    <ul aria-label={shared.title} className="absolute start-0 z-20 mt-1 min-w-48 border border-t-4 border-ink bg-raised py-1 text-start">
      {channels.map(({ key, name, href }) => (
        <li key={key}>
          <a href={href(shared)} target="_blank" rel="noopener noreferrer" aria-label={m.sharing_on({ place: name })} className={linkClass}>
            {name}
          </a>
        </li>
      ))}
      <li>
        <a href={emailHref(shared)} className={linkClass}>
          {m.sharing_email()}
        </a>
      </li>
    </ul>
  )
}
