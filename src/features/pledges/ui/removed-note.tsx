import { Link } from '@tanstack/react-router'
import { m } from '#messages'

/** For the person whose pledge a correction of the count has taken out. */
export function RemovedNote() {
  return (
    <p className="mt-2 max-w-prose text-sm">
      {m.pledges_removed_why()}{' '}
      <Link to="/contact" search={{ category: 'support' }} className="link inline-flex min-h-6 items-center font-semibold">
        {m.pledges_removed_tell()}
      </Link>
    </p>
  )
}
