import type { ReactNode } from 'react'
import type { Box } from './poster-type.ts'

/** A seeded random number generator. Each call returns the next number, which is at least 0 and less than 1. */
export type Random = () => number

export type Artwork = {
  /** The area of the title, which the drawing leaves free. */
  box: Box & { x: number; y: number }
  art: ReactNode
  /** `viewBox` of the 16:9 section that small formats show instead of the whole sheet. */
  focus: string
}

/** CSS classes: `fill` for the colour of a filled letter, the others for colours of strokes. */
export type InkClasses = { main: string; accent: string; fill: string; faint: string }

/** Draws on a sheet of 640 x 360 units with margins of 28 units. The kicker takes the top 56 units, the footer the bottom 46. */
type Compose = (inks: InkClasses, random: Random, title: string) => Artwork
export const compositions: readonly [Compose, ...Compose[]] = [bigTally, bars, blocks, letter, strike]

function bigTally({ main, accent }: InkClasses): Artwork {
  return {
    box: { x: 28, y: 72, width: 350, height: 232, largest: 92 },
    focus: '272 58 480 270',
    art: (
      <g fill="none" strokeWidth="30">
        <path className={main} d="M422 76v232M480 76v232M538 76v232M596 76v232" />
        <path className={accent} strokeWidth="32" d="M396 268 628 122" />
      </g>
    ),
  }
}

function bars({ main, accent }: InkClasses, random: Random): Artwork {
  const marked = Math.floor(random() * 4)
  const rows = [0, 1, 2, 3].map((row) => ({ y: 222 + row * 24, width: 180 + Math.round(random() * 404), ink: row === marked ? accent : main }))
  return {
    box: { x: 28, y: 68, width: 584, height: 138, largest: 84 },
    focus: '0 172 312 176',
    art: (
      <g fill="none" strokeWidth="16">
        {rows.map(({ y, width, ink }) => (
          <path key={y} className={ink} d={`M28 ${y}h${width}`} />
        ))}
      </g>
    ),
  }
}

function blocks({ main, accent, faint }: InkClasses, random: Random): Artwork {
  const marked = Math.floor(random() * 12)
  const cells = Array.from({ length: 12 }, (_, cell) => ({ cell, ink: cell === marked ? accent : random() < 0.62 ? main : faint }))
  return {
    box: { x: 262, y: 72, width: 350, height: 232, largest: 92 },
    focus: '-86 62 448 252',
    art: (
      <g fill="none" strokeWidth="54">
        {cells.map(({ cell, ink }) => (
          <path key={cell} className={ink} d={`M${28 + (cell % 3) * 68} ${103 + Math.floor(cell / 3) * 58}h60`} />
        ))}
      </g>
    ),
  }
}

function letter({ fill }: InkClasses, _random: Random, title: string): Artwork {
  const [initial = '!'] = Array.from(title.trim().toLocaleUpperCase())
  return {
    box: { x: 28, y: 72, width: 330, height: 232, largest: 92 },
    focus: '252 50 480 270',
    art: (
      <svg x="372" y="64" width="240" height="248" viewBox="0 0 240 248">
        <text x="120" y="240" textAnchor="middle" className={fill} fontSize="330" style={{ fontStretch: '100%' }}>
          {initial}
        </text>
      </svg>
    ),
  }
}

/** One rising line below a large title. */
function strike({ accent }: InkClasses, random: Random): Artwork {
  const rise = 14 + Math.round(random() * 22)
  return {
    box: { x: 28, y: 70, width: 584, height: 160, largest: 112 },
    focus: '160 190 320 180',
    art: <path className={accent} fill="none" strokeWidth="34" d={`M28 288L612 ${288 - rise}`} />,
  }
}
