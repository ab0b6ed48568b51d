import { useState } from 'react'
import { cx } from '#design/classes.ts'
import { heardPicture } from '#design/heard-picture.ts'

const sizes = { sm: 'size-11 text-base', md: 'size-14 text-xl', lg: 'size-20 text-3xl md:size-24' } as const
// Fixed lengths: a percentage would be one of the card's width, and leave the picture no room.
const margins = { sm: 'p-1.5', md: 'p-2', lg: 'p-3' } as const

type LogoProps = { target: { name: string; logoUrl: string | null }; size?: keyof typeof sizes }

/**
 * A target's logo, or the initials of the first two words of its name. Decoration: the name stands beside it. Logos are
 * drawn for white paper, so their plate is light in the dark, too.
 */
export function TargetLogo({ target: { name, logoUrl }, size = 'md' }: LogoProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const plate = cx('inline-grid shrink-0 place-items-center overflow-hidden rounded-md border', sizes[size])
  if (logoUrl && broken !== logoUrl) {
    return (
      <span className={cx(plate, 'border-line bg-[#fffdf9]', margins[size])}>
        <img
          ref={heardPicture}
          src={logoUrl}
          alt=""
          width={96}
          height={96}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(logoUrl)}
          className="size-full object-contain"
        />
      </span>
    )
  }
  return (
    <span aria-hidden="true" className={cx(plate, 'type-title border-line bg-sunk leading-none text-ink uppercase select-none')}>
      {initialsOf(name)}
    </span>
  )
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/u)
    .map((word) => Array.from(word.replace(/^[^\p{L}\p{N}]+(?=[\p{L}\p{N}])/u, ''))[0] ?? '')
    .filter(Boolean)
    .slice(0, 2)
    .join('')
