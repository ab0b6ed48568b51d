import { Link } from '@tanstack/react-router'
import { cx } from '#design/classes.ts'
import type { Author } from '#platform/author.ts'

/** A person's name with a link to the profile. A deleted account has no link. */
export function PersonLink({ person: { id, name, isDeleted }, className }: { person: Pick<Author, 'id' | 'name' | 'isDeleted'>; className?: string }) {
  if (isDeleted) return <bdi className={className}>{name}</bdi>
  return (
    <Link to="/u/$id" params={{ id }} className={cx('relative target-44 no-underline hover:underline', className)}>
      <bdi>{name}</bdi>
    </Link>
  )
}
