import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { m } from '#messages'

/** From a list that was read on back to its beginning. */
export function FirstPage({ id }: { id: string }) {
  return (
    <p className="text-center">
      <Link to="/u/$id" params={{ id }} className={buttonClass({ tone: 'quiet' })}>
        {m.profiles_first_page()}
      </Link>
    </p>
  )
}
