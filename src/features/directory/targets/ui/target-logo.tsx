import { useState } from 'react'
import { cx } from '#design/classes.ts'
import { retryFailedPicture } from '#design/failed-picture.ts'

const sizes = { sm: 'size-11 text-base', md: 'size-14 text-xl', lg: 'size-20 text-3xl md:size-24' } as const
// Fixed lengths, because percentages would refer to the card's width and leave no space for the picture.
const margins = { sm: 'p-1.5', md: 'p-2', lg: 'p-3' } as const

type LogoProps = { target: { name: string; logoUrl: string | null }; size?: keyof typeof sizes }

/**
 * A target's logo, or the initials of the first two words of its name; decorative, because the name is next to it.
 * Logos are made for white paper, so the background is light in the dark theme too.
 */
export function TargetLogo({ target: { name, logoUrl }, size = 'md' }: LogoProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const plate = cx('inline-grid shrink-0 place-items-center overflow-hidden rounded-md border', sizes[size])
  if (logoUrl && broken !== logoUrl) {
    return (
      <span className={cx(plate, 'border-line bg-[#fffdf9]', margins[size])}>
        <img
          ref={retryFailedPicture}
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
