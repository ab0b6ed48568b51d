import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { deletedName } from '#platform/names.ts'
import { cx } from './classes.ts'
import { retryFailedPicture } from './failed-picture.ts'

const tints = [
  ['#f3cfc2', '#5b2516'],
  ['#e8dcae', '#4a3d0c'],
  ['#cfe0c6', '#274a22'],
  ['#c9dde0', '#1d454c'],
  ['#dcd3e3', '#41304f'],
  ['#e6d5c3', '#50351b'],
] as const
const sizes = { sm: 'size-8 text-xs', md: 'size-11 text-sm', lg: 'size-20 text-xl' } as const

type AvatarProps = { name: string; src?: string | null; size?: keyof typeof sizes }

/** A picture or initials; a person icon for a deleted account. Decorative: the name must be beside it. */
export function Avatar({ name, src, size = 'md' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const frame = cx('inline-grid shrink-0 place-items-center overflow-hidden rounded-full', sizes[size])
  if (src && broken !== src) {
    return (
      <img
        ref={retryFailedPicture}
        src={src}
        srcSet={size === 'lg' ? `${src.replace('-128.', '-256.')} 2x` : undefined}
        alt=""
        width={80}
        height={80}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(src)}
        className={cx(frame, 'bg-sunk object-cover')}
      />
    )
  }
  const [pale = '#e6d5c3', deep = '#50351b'] = tints[tintOf(name)] ?? []
  return (
    <span aria-hidden="true" className={cx('type-label', frame)} style={{ background: `light-dark(${pale}, ${deep})`, color: `light-dark(${deep}, ${pale})` }}>
      {name === deletedName ? <UserRound className="size-1/2" /> : initials(name)}
    </span>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const last = words.length > 1 ? words.at(-1) : undefined
  return (
    [words[0], last]
      .map((word) => Array.from(word ?? '')[0] ?? '')
      .join('')
      .toUpperCase() || '?'
  )
}

function tintOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % tints.length
}
